// A case for a Pi with one of the two ready-made HATs: a base that the Pi is screwed to, and a lid
// with an opening as large as the HAT, so that nothing depends on where its keys are. All lengths
// are in millimetres; x and y are those of the Pi's own drawings, from the corner next to its card.
//
//                header, HAT above it
//        +--------------------------------+
//   card |  +--------------------------+  |
//    ==> |  |  stick   display   keys  |  |  USB of a full-size Pi
//        |  +--------------------------+  |
//        +--------------------------------+
//            power and other sockets
//
// Print:  openscad -D 'part="base"' -D 'pi="zero"' -D 'hat="waveshare-oled"' -o base.stl hats.scad
// Parts:  base, lid; assembled and exploded to look at; clash must be empty.

part = "exploded";          // [base, lid, assembled, exploded, clash]
pi = "zero";                // [zero, full]   zero: Zero 2 W; full: 3 and 4
hat = "waveshare-oled";     // [waveshare-oled, adafruit-bonnet]

wall = 2;
floor_thickness = 2;
lid_thickness = 2;
corner = 3;
around = 1;                 // between the board and the wall
gap = 0.2;                  // between lid and base; 0.15 for a good printer, 0.3 for a coarse one
lip = 3;
standoff = 4;               // the card of a full-size Pi is below its board
board_thickness = 1.6;
header_height = 11;         // from board to board, with the usual socket on the HAT
hat_gap = 0.6;              // around the HAT, in the lid
parts_height = 8;           // of stick and keys above the HAT's board
sockets_height = 16.5;      // USB and network of a full-size Pi

$fn = 40;
nothing = 0.01;

// Name and board of each HAT; both have the outline of a Pi Zero.
hats = [
    ["waveshare-oled",  [65, 30.2]],
    ["adafruit-bonnet", [65, 30.6]],
];
hat_index = search([hat], hats)[0];
assert(is_num(hat_index), "hat is waveshare-oled or adafruit-bonnet");
assert(pi == "zero" || pi == "full", "pi is zero or full");
hat_board = hats[hat_index][1];

full = pi == "full";
board = full ? [85, 56] : [65, 30];
holes = full ? [58, 49] : [58, 23];
hole_inset = 3.5;
// A HAT ends with the board on the header's side, and begins with it next to the card.
hat_middle = [32.5, board[1] - 15];
card_middle = full ? 28 : 16.9;
board_top = floor_thickness + standoff + board_thickness;
hat_bottom = board_top + header_height;
hat_top = hat_bottom + board_thickness;
rim = hat_top + 1;          // the upper side of the lid
height = rim - lid_thickness;
inner = board + [2 * around, 2 * around + max(0, hat_board[1] - 30)];

// --- small shapes ---------------------------------------------------------------------------

// A block with upright edges rounded, whose inside corner of the board is [0, 0].
module rounded(size, radius, shift) {
    translate([-around - shift, -around - shift, 0]) hull()
        for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
            translate([x, y, 0]) cylinder(r = radius, h = size[2]);
}

module at_holes() {
    for (x = [0, 1], y = [0, 1])
        translate([hole_inset + x * holes[0], hole_inset + y * holes[1], 0]) children();
}

// An opening in the wall with the power socket, as wide and high as the plug's cover.
module socket(x, width, below = 4, above = 5.5) {
    translate([x - width / 2, -around - wall - 1, board_top - below])
        cube([width, wall + around + 1, below + above]);
}

// --- the base -------------------------------------------------------------------------------

module base() {
    difference() {
        union() {
            difference() {
                rounded([inner[0] + 2 * wall, inner[1] + 2 * wall, height], corner, wall);
                translate([0, 0, floor_thickness])
                    rounded([inner[0], inner[1], height], corner - wall, 0);
            }
            translate([0, 0, floor_thickness - nothing]) at_holes()
                cylinder(d1 = 7.5, d2 = 5.6, h = standoff + nothing);
        }
        // M2.5 screws from above cut their own thread.
        translate([0, 0, 0.8]) at_holes() cylinder(d = 2.2, h = floor_thickness + standoff);
        sockets();
        card_slot();
        vents();
    }
}

module sockets() {
    if (full) {
        socket(11.2, 14);
        socket(32, 36);
        // USB and network, open to the top: they are higher than the lid.
        translate([board[0] - 2, 1, board_top - 0.5]) cube([wall + around + 4, 54, height]);
    } else {
        socket(12.4, 15);
        socket(41.4, 11.5);
        socket(54, 12.5);
    }
}

// The card can be taken out, with a hollow for the finger below it.
module card_slot() {
    translate([-around - wall - 1, card_middle - 8, floor_thickness + (full ? 0.8 : standoff)])
        cube([wall + around + 1, 16, full ? standoff + 1 : 5]);
    translate([-around - wall, card_middle, -nothing]) cylinder(d = 16, h = board_top - 1.4);
}

module vents() {
    for (i = [0 : full ? 6 : 4])
        translate([16 + i * 8, board[1] / 4, -1]) cube([3, board[1] / 2, floor_thickness + 2]);
}

// --- the lid, in its place --------------------------------------------------------------------

module lid() {
    difference() {
        union() {
            translate([0, 0, height])
                rounded([inner[0] + 2 * wall, inner[1] + 2 * wall, lid_thickness], corner, wall);
            translate([0, 0, height - lip]) difference() {
                rounded([inner[0] - 2 * gap, inner[1] - 2 * gap, lip + nothing], corner - wall, -gap);
                translate([0, 0, -1])
                    rounded([inner[0] - 2 * gap - 2, inner[1] - 2 * gap - 2, lip + 1 + nothing], 0.8, -gap - 1);
            }
        }
        hat_opening();
        if (full) translate([65, -0.5, height - lip - 1]) cube([board[0], 57, lid_thickness + lip + 2]);
    }
}

// As large as the HAT, and wider towards the top, for fingers.
module hat_opening() {
    size = hat_board + [2 * hat_gap, 2 * hat_gap];
    translate([hat_middle[0], hat_middle[1], 0]) {
        translate([0, 0, height - lip - 1]) linear_extrude(lip + lid_thickness + 2) square(size, center = true);
        hull() {
            translate([0, 0, height + 0.8]) linear_extrude(nothing) square(size, center = true);
            translate([0, 0, rim + nothing]) linear_extrude(nothing) square(size + [1.2, 1.2], center = true);
        }
    }
}

// --- what goes inside, as simple bodies -----------------------------------------------------

module pi_body() {
    translate([0, 0, floor_thickness + standoff + nothing]) cube([board[0], board[1], board_thickness]);
    translate([7.1, board[1] - 6, board_top]) cube([50.8, 5.1, header_height]);
    // The card, and its way out.
    translate([-20, card_middle - 5.5, full ? floor_thickness + standoff - 1.6 : board_top]) cube([32, 11, 1.2]);
    if (full) {
        translate([board[0] - 17, 2, board_top]) cube([20, 52, sockets_height]);
        translate([6.7, -1.5, board_top]) cube([9, 7.4, 3.2]);
    } else
        for (x = [12.4, 41.4, 54]) translate([x - 4, -1.2, board_top]) cube([8, 5.6, 3.2]);
}

module hat_body() {
    translate([hat_middle[0] - hat_board[0] / 2, hat_middle[1] - hat_board[1] / 2, hat_bottom])
        cube([hat_board[0], hat_board[1], board_thickness + parts_height]);
}

module shown(lift) {
    color("#4a7fb5") base();
    color("#2e7d32") translate([0, 0, floor_thickness + standoff]) cube([board[0], board[1], board_thickness]);
    color("#222222") translate([7.1, board[1] - 6, board_top]) cube([50.8, 5.1, header_height]);
    color("#b0b0b0") translate([-2.6, card_middle - 5.5, full ? floor_thickness + standoff - 1.6 : board_top]) cube([15, 11, 1]);
    if (full) color("#b0b0b0") for (y = [2, 20, 38]) translate([board[0] - 15, y, board_top]) cube([18, 15, y == 2 ? 13.5 : sockets_height]);
    translate([0, 0, lift / 2]) {
        corner_x = hat_middle[0] - hat_board[0] / 2;
        color("#1c4a8a") translate([corner_x, hat_middle[1] - hat_board[1] / 2, hat_bottom])
            cube([hat_board[0], hat_board[1], board_thickness]);
        color("#111111") translate([corner_x + 15, hat_middle[1] - 9, hat_top]) cube([35, 20, 1.6]);
        color("#7fdfff") translate([corner_x + 18, hat_middle[1], hat_top + 1.6]) linear_extrude(0.2) text("b2 - d2", size = 4);
        color("#333333") translate([corner_x + 7.5, hat_middle[1], hat_top]) {
            translate([-3.5, -3.5, 0]) cube([7, 7, 2]);
            cylinder(d = 3, h = 5);
        }
        color("#b3261e") for (y = hat == "waveshare-oled" ? [-9, 0, 9] : [-7, 7])
            translate([corner_x + 58, hat_middle[1] + y, hat_top]) cylinder(d = 3.4, h = 4);
    }
    color("#dfe7ee") translate([0, 0, lift]) lid();
}

// What may not touch: printed parts against the bodies, and the lid against the base.
module clash() {
    intersection() {
        base();
        union() { pi_body(); hat_body(); translate([0, 0, nothing]) lid(); }
    }
    intersection() {
        lid();
        union() { pi_body(); hat_body(); }
    }
}

if (part == "base") base();
else if (part == "lid") rotate([180, 0, 0]) translate([0, 0, -rim]) lid();
else if (part == "assembled") shown(0);
else if (part == "exploded") shown(36);
else if (part == "clash") clash();
else assert(false, "part is base, lid, assembled, exploded or clash");
