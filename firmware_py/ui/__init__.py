"""What people see and turn through: drawing, widgets, screens."""
