"""How Sphinx makes the site; `docs/make_site.py` writes the pages next to a copy of this."""

from firmware_py.version import __version__

project = "Tablemate"
project_copyright = "the Tablemate contributors"
version = release = __version__
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 4
# A link to an anchor that a page has as HTML; make_site looks at all links in what was made.
suppress_warnings = ["myst.xref_missing"]
exclude_patterns = [".doctrees"]
nitpick_ignore_regex = [("py:.*", ".*")]
html_theme = "furo"
html_title = f"Tablemate {__version__}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_favicon = "pictures/icon.svg"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2c463a", "color-brand-content": "#2c5f47"},
    "dark_css_variables": {"color-brand-primary": "#9fc9b1", "color-brand-content": "#9fc9b1"},
    "navigation_with_keys": True,
}
