"""Reviews of finished games. Each move is judged by what its seat knew at the time."""

from service.games.ai.reviews.move_analysis import LEVELS_OF_REVIEWS, Material, Reviewer

__all__ = ["LEVELS_OF_REVIEWS", "Material", "Reviewer"]
