"""What people turn through, in folders by what they do."""
