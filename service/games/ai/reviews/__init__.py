"""Reviews of finished games: what every move was worth, by what its seat knew then."""

from service.games.ai.reviews.move_analysis import LEVELS_OF_REVIEWS, Material, Reviewer

__all__ = ["LEVELS_OF_REVIEWS", "Material", "Reviewer"]
