"""The lab: playing many games and measuring them. Modules here are imported on demand."""
