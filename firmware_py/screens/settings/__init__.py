"""Settings, Wi-Fi, paired pages and the test of the controls."""
