"""The screens people see."""
