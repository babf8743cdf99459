"""Reviews of finished games. Each move is judged by what the seat that made it knew then."""

from service.games.ai.reviews.move_analysis import LEVELS_OF_REVIEWS, Material, Reviewer

__all__ = ["LEVELS_OF_REVIEWS", "Material", "Reviewer"]
