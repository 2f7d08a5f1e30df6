"""The application: the box people touch."""
