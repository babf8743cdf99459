"""Reviews of finished games. Each move is judged by what its player knew at that time."""

from service.games.ai.reviews.move_analysis import LEVELS_OF_REVIEWS, Material, Reviewer

__all__ = ["LEVELS_OF_REVIEWS", "Material", "Reviewer"]
