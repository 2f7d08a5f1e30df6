"""The learned worth of a group that is still on the path, in points for a seat.

It depends on five small numbers: how many the seat has, how many its strongest rival has, how many
are ahead of each of the two, and whose pawn is further forward. `bench/learn_icehouse.py` plays
thousands of games against itself and averages the result of each case.
"""

from __future__ import annotations

from engines.icehouse.state import COPIES

STEPS = 18
"""The resolution of the tables: steps per point."""
SIDE = COPIES + 1


def place(mine: int, theirs: int, my_rest: int, their_rest: int, in_front: bool) -> int:
    """Return the index of a case in a table."""
    return (((mine * SIDE + theirs) * SIDE + my_rest) * SIDE + their_rest) * 2 + in_front


CASES = tuple(
    place(mine, theirs, my_rest, their_rest, in_front)
    for mine in range(SIDE)
    for theirs in range(SIDE - mine)
    for my_rest in range(SIDE - mine - theirs)
    for their_rest in range(SIDE - mine - theirs)
    for in_front in (False, True)
)
"""The possible cases: a group has five pyramids."""


def read(text: str) -> tuple[float, ...]:
    """Return a table; each character is the value of a case, counted from #."""
    table = [0.0] * (place(COPIES, COPIES, COPIES, COPIES, True) + 1)
    for case, letter in zip(CASES, text, strict=True):
        table[case] = (ord(letter) - ord("#")) / STEPS
    return tuple(table)


def write(table: list[float]) -> str:
    """Return a table as text."""
    return "".join(chr(ord("#") + round(table[case] * STEPS)) for case in CASES)


LEARNED = {
    2: (
        r"############^YMK5>1G.;,4XY[GPP9N5M2FYYXLRCOQ:P7OYY[NSGPBPP;OYYPPYJQEQAPP##########C4OO-J"
        r",B*;V=O8EG2G0DSBO=I9IJ5HGFNAK=J:HH########C-<<*6)4E4F2CE.EJ9H6G4GG######C*>?)8C/?.@>####"
        r"7(:9##YYH\?I:E67zYQQDQ?Q;RvYVOY[CW?UhY]PYJVWBV\YVR\LXGXX>>9H6H3FXCPP:P8QXFPBPP;PXIODPAOQ"
        r"553G1GG:II5IP=I;JJ11/GG5GG..YYO]H[CL}YddJZFXrYjR[]HYeYgS[NYYGGBY?PYIWWAWYKWGVV>>;HXAPP99"
        r"YYR[MX{YabNaiYgSb`KKGYYMYYCCYYT[uYgfNNYY"
    ),
    3: (
        r"############YY=65810.-,,YYJG?B9;5523YYGKDCA@:=7<YYONHGCBAA;?YYOPIJEECAAA##########*252,0"
        r"+0*-@:464413/2H?<;787747ECC??<<9::########,+./).)-323021-3H6:49388######))00(.6.0-32####"
        r",(.1##WVJUBK=?9<]Ya`FTAI=B_Y_PYWDQ@I_Y[QWKTSCKYYYRUMRHON<J:F7D4EMBBD;C8AREFADE;FTHMDJAFF"
        r"683>1C;9=<5>P<D:BAGG/G>4:8..__Q[J[FLlYbbLYHRhY_SZYIS]Y]SWOTSYYCY@OWIQRBRXKUGRRKU<IW@PP99"
        r"_^S[NWjYc`ObdYcT^^YYHYYMYYCCYYTU\YaeNNYY"
    ),
    4: (
        r"############YY=<531/./,+YYGG4793502.YYFK;C<4:473YYLN<G9B98;6YYMPDJ=E;A:9##########&02/,+"
        r"+**(88.5--0-//B=6:171132FAC>:;8866########(*)+))(,00+/++-,@4933111######'(*)'--,.,-,####"
        r"('-+##PPLODE??;9RYVPGIBF>;YYVPPLEFACXYZQPLKGDBZYURIMGIED1C:>7:5@GB:=;<9:MECA??<BPGMCG@CC"
        r"02362@88765:N;C9?>GG0G:398..[ZRYLZHKeYa]MYIPlY_S\ZKR^YXTUOSTYYDYAPUIQQCRXJVGSSKU<JV@PP99"
        r"_[TYPQaY_\PZ_YaU`_YYIYYLYYCCYYUUYY`ZNNYY"
    ),
    5: (
        r"############YY<<5411..,,YYAG26955020YYLL6C52:07-YYNN;G6B54;2YYPP<J8E6A55##########&/.,+*"
        r"*))*37+4+,0+.)@<39.6--2.>@:<5:1800########&*'(((('./(.((,)@32200-.######&())'(-,+++.####"
        r"('&%##QRMOEF@@<:KYJLHGC>@>QYMQGJFCB?TYWRJLLKDEOYQSLNJJIH4E;A8?6:EA6;;=97IDEA>?<?LFNCF@CC"
        r"57382?78675:L;F9A@DD0G7352..YYRVMRIIbY]\NWJP_Y]TYYLSWYXTTPSSYYDYAQVIPQCQXJUGRRKU<JV@PP99"
        r"YYTUPQ\Y^aQSZY]U[[WWIVYLYYCCYYUUYYaXNNYY"
    ),
}
"""By the number of seats."""
