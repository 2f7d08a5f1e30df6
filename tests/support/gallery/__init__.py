"""The stories and tables of the gallery.

stories                        all of them, and the pictures that each stops at
steps                          what people do in several stories
around, box_plays, evenings, learning, own_things, table   stories of no one game
games                          stories of each game
sheets                         the pictures of a story in docs/gallery
table_pictures                 the tables as pages show them
"""
