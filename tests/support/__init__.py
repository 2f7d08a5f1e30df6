"""What tests share: a box, the people at it, a browser, stand-ins for the world around it.

box, match_on_table, pad_table    a whole box, and matches on its table
people, learner, tapping          those who play on it, with the knob or on the page
terminal_window                   a terminal to run the box in
archive                           matches that were played before
web_panel, browser                the web page, without and with a browser
fake_wifi, model_kernel           in place of the Wi-Fi helper and of the kernel's pins
service_files                     what systemd/ holds, and folders to install it into
pads                              the score pad's engine
completeness                      what a game of the catalog must have
sources                           where a module reads a clock, a user or the environment
skips                             the line about tests that were skipped
gallery                           the stories and tables of the gallery
"""
