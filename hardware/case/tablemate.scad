// The printable case: a base for the Pi and a lid that carries the display, the knob, three
// buttons and the lights of five seats. All lengths are in millimetres.
//
//          rear: power, display leads up to the lid
//        +------------------------------------------+
//        |   o       o       o       o       o      |   seat lights
//        |  +-----------+                           |
//        |  |   OLED    |              ( knob )     |
//        |  +-----------+                           |
//        |      (BACK)      (WHY)      (UNDO)       |
//        +------------------------------------------+
//          front: the players
//
// Print:  openscad -D 'part="base"' -D 'pi="zero"' -o base.stl tablemate.scad
// Parts:  base, lid, knob; assembled, exploded and underside to look at; clash must be empty.

part = "exploded";      // [base, lid, knob, assembled, exploded, underside, clash]
pi = "zero";            // [zero, full]   zero: Zero 2 W; full: 3, 4 and 5
display = "1.3";        // [0.96, 1.3, 2.42]   diagonal in inches; measure yours, they differ
seats = 5;              // lights along the rear edge; 0 for none
hdmi = false;           // openings for HDMI as well
labels = true;          // names engraved beside the buttons
language = "en";        // of the names: "en", "fr" or "it", as the box is set

// The box.
wall = 2.4;
floor_thickness = 2.4;
lid_thickness = 2.4;
corner = 4;
gap = 0.25;             // between lid and base; 0.2 for a good printer, 0.4 for a coarse one
lip = 4;
post = 7;
screw_hole = 2.6;       // an M3 screw cuts its own thread; 4.0 for a brass insert
screw_clear = 3.4;
screw_head = 6.2;

// The controls.
button_hole = 12.2;     // 12 mm push buttons with a nut
button_body = [15, 22]; // diameter with nut, depth below the lid
encoder_hole = 7.3;     // EC11, M7 bushing
encoder_body = [14, 14, 12];
knob_size = [24, 14];   // diameter, height
shaft = 6.1;            // diameter of the encoder's shaft, flattened to
shaft_flat = 4.6;
led_hole = 5.2;
led_body = [6, 12];

$fn = 48;
nothing = 0.01;

// Board: width, depth, holes apart, and how far its tallest part rises above the board.
full = pi == "full";
board = full ? [85, 56] : [65, 30];
holes = full ? [58, 49] : [58, 23];
hole_inset = 3.5;
board_thickness = 1.6;
standoff = 5;
plugs_height = 17;      // a plug on the 40-pin header
sockets_height = 16.5;  // USB and network

// Display: board, holes apart, window, shift of the window from the middle of the board.
displays = [
    ["0.96", [27.6, 27.8], [23.4, 23.8], [23.5, 12.5], [0, 1.4], 2.2],
    ["1.3",  [35.6, 33.8], [30.4, 28.5], [31.5, 16.5], [0, 1.9], 2.4],
    ["2.42", [72.2, 43.2], [65.0, 37.0], [57.5, 29.5], [0, 1.0], 3.2],
];
module_index = search([display], displays)[0];
display_board = displays[module_index][1];
display_holes = displays[module_index][2];
window = displays[module_index][3];
window_shift = displays[module_index][4];
display_boss = displays[module_index][5];
display_depth = display_boss + 1.6 + 6;

// Inside: as large as the board or the lid's parts need it, whichever is more.
button_row = 15;
light_row = 7;
display_row = button_row + 10 + display_board[1] / 2;
lid_width = 4 + display_board[0] + 8 + knob_size[0] + 10;
lid_depth = display_row + display_board[1] / 2 + light_row + 6;
inner = [
    max(lid_width, board[0] + 2 * post + (full ? 12 : 10)),
    max(lid_depth, board[1] + 1.5 + (full ? 24 : 8)),
    full ? 38 : 36,
];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall, inner[2] + floor_thickness];

// The board lies with its power socket to the rear, so its corner of origin is rear right.
board_right = full ? post + 4 + board[0] : (inner[0] + board[0]) / 2;
board_rear = inner[1] - 1.5;
board_top = floor_thickness + standoff + board_thickness;

display_x = 4 + display_board[0] / 2;
knob_x = display_x + display_board[0] / 2
    + (inner[0] - display_x - display_board[0] / 2) / 2;
names =
    language == "fr" ? ["RETOUR", "POURQUOI", "ANNULER"] :
    language == "it" ? ["INDIETRO", "PERCHÉ", "ANNULLA"] :
    ["BACK", "WHY", "UNDO"];
button_pitch = min(26, (inner[0] - 2 * post - button_body[0]) / 2);

assert(module_index != undef, "display is 0.96, 1.3 or 2.42");
assert(pi == "zero" || pi == "full", "pi is zero or full");
assert(seats <= 5, "at most five seats");
assert(button_pitch >= button_body[0] + 2, "the buttons do not fit beside each other");
assert(knob_x + knob_size[0] / 2 + 2 <= inner[0], "the knob does not fit beside the display");

// --- small shapes ---------------------------------------------------------------------------

// A block with upright edges rounded, from the corner [0, 0].
module rounded(size, radius) {
    hull()
        for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
            translate([x, y, 0]) cylinder(r = radius, h = size[2]);
}

// From the inside corner of the box to a place on the board, counted as its drawings do.
module on_board(x, y) {
    translate([board_right - x, board_rear - y, 0]) children();
}

module at_board_holes() {
    for (x = [0, 1], y = [0, 1])
        on_board(hole_inset + x * holes[0], hole_inset + y * holes[1]) children();
}

module at_posts() {
    for (x = [post / 2, inner[0] - post / 2], y = [post / 2, inner[1] - post / 2])
        translate([x, y, 0]) children();
}

module at_display_holes() {
    for (x = [-1, 1], y = [-1, 1])
        translate([display_x + x * display_holes[0] / 2, display_row + y * display_holes[1] / 2, 0])
            children();
}

module at_buttons() {
    for (i = [0 : 2])
        translate([inner[0] / 2 + (i - 1) * button_pitch, button_row, 0]) {
            $name = names[i];
            children();
        }
}

module at_lights() {
    span = inner[0] - 4 * post;
    if (seats > 0)
        for (i = [0 : seats - 1])
            translate([
                seats == 1 ? inner[0] / 2 : 2 * post + i * span / (seats - 1),
                inner[1] - light_row, 0
            ]) children();
}

// --- the base -------------------------------------------------------------------------------

module base() {
    difference() {
        union() {
            shell();
            translate([0, 0, floor_thickness - nothing]) {
                at_posts() translate([-post / 2, -post / 2, 0]) cube([post, post, inner[2] + nothing]);
                at_board_holes() cylinder(d1 = 8, d2 = 6, h = standoff + nothing);
            }
        }
        translate([0, 0, floor_thickness + inner[2] - 16])
            at_posts() cylinder(d = screw_hole, h = 16 + 1);
        translate([0, 0, 1]) at_board_holes() cylinder(d = 2.2, h = floor_thickness + standoff);
        sockets();
        vents();
        feet();
    }
}

module shell() {
    difference() {
        translate([-wall, -wall, 0]) rounded(outer, corner);
        translate([0, 0, floor_thickness]) rounded([inner[0], inner[1], inner[2] + 1], corner - wall);
    }
}

// An opening in the rear wall, as wide and high as the plug's cover.
module rear_socket(x, width, height, above) {
    on_board(x, 0)
        translate([-width / 2, 0, board_top + above - height / 2])
            cube([width, 1.5 + wall + 1, height]);
}

module sockets() {
    if (full) {
        rear_socket(11.2, 14, 9, 1.6);
        if (hdmi) rear_socket(32, 36, 9, 2.5);
        // USB and network, as one window: each Pi has them in another order.
        translate([-wall - 1, board_rear - 55, board_top - 0.5])
            cube([wall + 2, 54, sockets_height + 1]);
    } else {
        rear_socket(54, 12.5, 9, 1.4);
        rear_socket(41.4, 11.5, 9, 1.4);
        if (hdmi) rear_socket(12.4, 15, 9, 1.6);
    }
}

module vents() {
    count = full ? 7 : 4;
    for (i = [0 : count - 1])
        on_board(16 + i * 7, board[1] / 2)
            translate([-1.5, -board[1] / 4, -1]) rounded([3, board[1] / 2, floor_thickness + 2], 1.4);
}

module feet() {
    for (x = [8, inner[0] - 8], y = [8, inner[1] - 8])
        translate([x, y, -nothing]) cylinder(d = 10.4, h = 0.8);
}

// --- the lid, as it lies on the base; its underside is at 0 ------------------------------------

module lid() {
    difference() {
        union() {
            translate([-wall, -wall, 0]) rounded([outer[0], outer[1], lid_thickness], corner);
            lip_ring();
            at_display_holes() translate([0, 0, -display_boss]) cylinder(d = 4.6, h = display_boss + nothing);
        }
        at_posts() {
            translate([0, 0, -1]) cylinder(d = screw_clear, h = lid_thickness + 2);
            translate([0, 0, lid_thickness - 1.5])
                cylinder(d1 = screw_clear, d2 = screw_head, h = 1.5 + nothing);
        }
        display_window();
        at_display_holes() translate([0, 0, -display_boss - nothing]) cylinder(d = 1.8, h = display_boss + 1.2);
        at_buttons() {
            translate([0, 0, -1]) cylinder(d = button_hole, h = lid_thickness + 2);
            if (labels) translate([0, 0, lid_thickness - 0.6]) linear_extrude(1) name();
        }
        translate([knob_x, display_row, -1]) cylinder(d = encoder_hole, h = lid_thickness + 2);
        at_lights() translate([0, 0, -1]) cylinder(d = led_hole, h = lid_thickness + 2);
    }
}

module name() {
    translate([0, -10.6])
        text($name, size = min(4, (button_pitch - 2) / len($name)), font = "DejaVu Sans:style=Bold", halign = "center", valign = "center");
}

module lip_ring() {
    difference() {
        translate([gap, gap, -lip])
            rounded([inner[0] - 2 * gap, inner[1] - 2 * gap, lip + nothing], corner - wall);
        translate([gap + 1.6, gap + 1.6, -lip - 1])
            rounded([inner[0] - 2 * gap - 3.2, inner[1] - 2 * gap - 3.2, lip + 1], 1);
        at_posts() translate([-post / 2 - 1, -post / 2 - 1, -lip - 1]) cube([post + 2 + gap, post + 2 + gap, lip + 1]);
        // Room for nuts, sockets and boards close to a wall.
        translate([0, 0, -lip - 1]) {
            at_buttons() cylinder(d = button_body[0] + 1, h = lip + 1);
            at_lights() cylinder(d = led_body[0] + 1, h = lip + 1);
            translate([display_x - display_board[0] / 2 - 0.5, display_row - display_board[1] / 2 - 0.5, 0])
                cube([display_board[0] + 1, display_board[1] + 1, lip + 1]);
        }
    }
}

// The window is bevelled, so that the picture can be seen from the side.
module display_window() {
    translate([display_x + window_shift[0], display_row + window_shift[1], 0])
        hull() {
            translate([0, 0, -nothing]) linear_extrude(nothing) square(window, center = true);
            translate([0, 0, lid_thickness]) linear_extrude(1) square(window + [4, 4], center = true);
        }
}

// --- the knob -------------------------------------------------------------------------------

module knob() {
    difference() {
        union() {
            cylinder(d = knob_size[0], h = knob_size[1] - 1.5);
            translate([0, 0, knob_size[1] - 1.5])
                cylinder(d1 = knob_size[0], d2 = knob_size[0] - 3, h = 1.5);
        }
        for (i = [0 : 17])
            rotate(i * 20) translate([knob_size[0] / 2 + 0.6, 0, 2]) cylinder(d = 3, h = knob_size[1], $fn = 16);
        translate([0, 0, -1]) intersection() {
            cylinder(d = shaft, h = 11);
            translate([-shaft, -shaft / 2, 0]) cube([2 * shaft, shaft_flat, 11]);
        }
        // A recess hides the nut; a mark shows where it points.
        translate([0, 0, -1]) cylinder(d = 13, h = 3);
        translate([-0.8, knob_size[0] / 2 - 7, knob_size[1] - 0.6]) cube([1.6, 5, 1]);
    }
}

// --- what goes inside, as simple bodies -----------------------------------------------------

module board_body() {
    on_board(board[0], board[1])
        translate([0, 0, floor_thickness + standoff]) cube([board[0], board[1], board_thickness]);
    // The header along the edge away from the sockets, with plugs on it.
    on_board(hole_inset + 29 + 25.4, board[1] - 0.8)
        translate([0, 0, board_top]) cube([50.8, 5.2, plugs_height]);
    if (full)
        on_board(board[0] + 3, 54) translate([0, 0, board_top]) cube([20, 52, sockets_height]);
}

module lid_bodies() {
    translate([display_x - display_board[0] / 2, display_row - display_board[1] / 2, -display_depth])
        cube([display_board[0], display_board[1], display_depth - display_boss]);
    translate([knob_x, display_row, -encoder_body[2] / 2]) cube(encoder_body, center = true);
    at_buttons() translate([0, 0, -button_body[1]]) cylinder(d = button_body[0], h = button_body[1]);
    at_lights() translate([0, 0, -led_body[1]]) cylinder(d = led_body[0], h = led_body[1] - 1);
}

module lid_fittings() {
    color("#111111") translate([display_x + window_shift[0], display_row + window_shift[1], -1.5])
        linear_extrude(1.4) square(window + [3, 3], center = true);
    color("#7fdfff") translate([display_x + window_shift[0], display_row + window_shift[1], -0.1]) {
        translate([-window[0] / 2 + 2, 3]) linear_extrude(0.1) text("Anna's turn", size = 2.6);
        translate([-window[0] / 2 + 2, 1.4]) cube([window[0] - 4, 0.4, 0.1]);
        translate([-window[0] / 2 + 2, -5]) linear_extrude(0.1) text("b2 - d2", size = 3.4);
    }
    color("#222222") at_buttons() translate([0, 0, lid_thickness - 0.1]) linear_extrude(0.12) name();
    color("#2b2b2b") translate([knob_x, display_row, lid_thickness + 2]) knob();
    color("#b3261e") at_buttons() translate([0, 0, lid_thickness]) cylinder(d = 9.5, h = 4);
    color("#333333") at_buttons() translate([0, 0, lid_thickness]) cylinder(d = button_body[0], h = 1.6);
    color("#ffd54f") at_lights() {
        translate([0, 0, -1]) cylinder(d = 5, h = lid_thickness + 2);
        translate([0, 0, lid_thickness + 1]) sphere(d = 5);
    }
}

module shown(lift) {
    color("#4a7fb5") base();
    color("#2e7d32") on_board(board[0], board[1])
        translate([0, 0, floor_thickness + standoff]) cube([board[0], board[1], board_thickness]);
    color("#222222") on_board(hole_inset + 29 + 25.4, board[1] - 0.8)
        translate([0, 0, board_top]) cube([50.8, 5.2, 8.5]);
    if (full)
        color("#b0b0b0") on_board(board[0] + 3, 54) {
            translate([0, 0, board_top]) cube([18, 15, sockets_height]);
            translate([0, 18, board_top]) cube([18, 15, sockets_height]);
            translate([0, 36, board_top]) cube([20, 16, 13.5]);
        }
    translate([0, 0, outer[2] + lift]) {
        color("#dfe7ee") lid();
        lid_fittings();
        if (lift > 0) color("#1c4a8a") translate([display_x - display_board[0] / 2, display_row - display_board[1] / 2, -display_boss - 1.6])
            cube([display_board[0], display_board[1], 1.6]);
    }
}

// What may not touch: printed parts against the bodies, and the bodies against each other.
module clash() {
    intersection() {
        base();
        union() {
            translate([0, 0, nothing]) board_body();
            translate([0, 0, outer[2] + nothing]) { lid(); lid_bodies(); }
        }
    }
    intersection() {
        board_body();
        translate([0, 0, outer[2]]) { lid(); lid_bodies(); }
    }
    intersection() {
        lid();
        translate([0, 0, -nothing]) lid_bodies();
    }
}

if (part == "base") base();
else if (part == "lid") translate([0, 0, lid_thickness]) rotate([180, 0, 0]) lid();
else if (part == "knob") knob();
else if (part == "assembled") shown(0);
else if (part == "exploded") shown(62);
else if (part == "underside") rotate([180, 0, 0]) color("#dfe7ee") lid();
else if (part == "clash") clash();
else assert(false, "part is base, lid, knob, assembled, exploded, underside or clash");
