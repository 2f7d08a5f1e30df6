"""What people share beyond one match: the identity of the box, evenings, other boxes."""
