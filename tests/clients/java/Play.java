import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DecisionsApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.PositionsApi;
import org.openapitools.client.api.RulesetsApi;
import org.openapitools.client.model.*;

/**
 * A game against an AI with a client that openapi-generator has made, and with nothing else.
 *
 * <p>{@code java Play URL RULESET API_KEY} prints {@code {"moves", "hints", "result"}}: what it did, and how the game ended.
 */
public final class Play {
    private static final String SEED = "a game for clients";
    private static final int HINTS = 2;
    private static final String TEXT = "villagers phase=build seats=[() ()]";

    private final GamesApi games;
    private final DecisionsApi decisions;
    private final String id;
    private int moves;
    private int hints;

    /** What games of all rulesets have in common. */
    private record Look(GameStatus status, int version, Integer viewer, List<Integer> toAct, Result result) {
        static Look of(Game game) {
            if (game.getActualInstance() instanceof VillagersGame found) {
                check(found.getView().getStacks().size() == 6, "there are six stacks");
                return new Look(found.getStatus(), found.getVersion(), found.getViewer(), found.getToAct(), found.getResult());
            }
            MyVillageGame found = game.getMyVillageGame();
            check(found.getView().getSeats().size() == 2, "there are two seats");
            return new Look(found.getStatus(), found.getVersion(), found.getViewer(), found.getToAct(), found.getResult());
        }
    }

    private Play(ApiClient client, String id) {
        this.games = new GamesApi(client);
        this.decisions = new DecisionsApi(client);
        this.id = id;
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    /** Play to the end, first as the hints say and by moves, then by the first listed move's id. */
    private Look play() throws ApiException {
        Look game = look(null);
        beRefused();
        while (game.status() != GameStatus.FINISHED) {
            if (!game.toAct().contains(game.viewer())) {
                game = look(game.version());
                continue;
            }
            Move move = hints < HINTS ? hint() : null;
            PlayRequest request = move == null ? new PlayRequest().moveId(firstMove()) : new PlayRequest().move(move);
            Played played = Calls.call(games, "playMoves",
                Map.of("game", id, "playRequest", request, "ifMatch", "\"" + game.version() + "\""));
            check(!played.getEvents().isEmpty(), "a move has events");
            game = Look.of(played.getGame());
            moves++;
        }
        EventList told = Calls.call(games, "listEvents", Map.of("game", id, "after", 0));
        check(told.getVersion() == game.version(), "all events are told");
        return game;
    }

    private Look look(Integer after) throws ApiException {
        return Look.of(Calls.<Game>call(games, "getGame",
            after == null ? Map.of("game", id) : Map.of("game", id, "after", after, "wait", 10)));
    }

    private String firstMove() throws ApiException {
        return Calls.<LegalMoves>call(games, "listMoves", Map.of("game", id)).getMoves().get(0).getId();
    }

    private Move hint() throws ApiException {
        Decision asked = Calls.call(decisions, "createHint",
            Map.of("game", id, "hintRequest", new HintRequest().level(AiLevel.GREEDY)));
        Decision decision = Calls.call(decisions, "getDecision", Map.of("decision", asked.getId(), "wait", 30));
        check(decision.getStatus() == DecisionStatus.DONE && !decision.getCandidates().isEmpty(), "the hint is given");
        hints++;
        return decision.getMove();
    }

    /** A wrong move is told as a problem. */
    private void beRefused() {
        try {
            Calls.call(games, "playMoves", Map.of("game", id, "playRequest", new PlayRequest().moveId("0-000000000000")));
        } catch (ApiException refusal) {
            check(refusal.getCode() == 409 && refusal.getResponseBody().contains("problems/conflict"), refusal.toString());
            return;
        }
        check(false, "a wrong move is refused");
    }

    /** A position is asked about as a document and as a text. */
    private static void ask(PositionsApi positions) throws ApiException {
        List<VillagersPositionSeat> seats = List.of(new VillagersPositionSeat(), new VillagersPositionSeat());
        Position document = new Position(new VillagersPosition().ruleset(VillagersPosition.RulesetEnum.VILLAGERS)
            .phase(VillagersPhase.BUILD).toAct(List.of(0)).seats(seats));
        int first = moves(positions, new PositionOrText(document));
        check(first > 0 && first == moves(positions, new PositionOrText(TEXT)), "the moves are the same");
    }

    private static int moves(PositionsApi positions, PositionOrText position) throws ApiException {
        PositionMovesRequest request = new PositionMovesRequest().position(position).seat(0);
        return Calls.<PositionMoves>call(positions, "listPositionMoves", Map.of("positionMovesRequest", request)).getMoves().size();
    }

    private static NewGame newGame(String ruleset) {
        NewSeat open = new NewSeat(new NewOpenSeat().type(NewOpenSeat.TypeEnum.OPEN));
        NewSeat ai = new NewSeat(new NewAiSeat().type(NewAiSeat.TypeEnum.AI).level(AiLevel.GREEDY).name("Bertha"));
        if (ruleset.equals("villagers")) {
            return new NewGame(new NewVillagersGame().ruleset(NewVillagersGame.RulesetEnum.VILLAGERS)
                .options(new VillagersOptions().firstPlayer(VillagersFirstPlayer._0))._public(true).seed(SEED).seats(List.of(open, ai)));
        }
        return new NewGame(new NewMyVillageGame().ruleset(NewMyVillageGame.RulesetEnum.MY_VILLAGE)
            .options(new MyVillageOptions().firstPlayer(MyVillageFirstPlayer._0))._public(true).seed(SEED).seats(List.of(open, ai)));
    }

    /** Claim the open seat: its token. */
    private static String claim(GamesApi games, String id) throws ApiException {
        JoinedGame joined = Calls.call(games, "claimSeat",
            Map.of("game", id, "seat", 0, "claim", new Claim().name("Ada")));
        return joined.getActualInstance() instanceof JoinedVillagersGame found
            ? found.getTokens().get("0") : joined.getJoinedMyVillageGame().getTokens().get("0");
    }

    public static void main(String[] args) throws ApiException {
        ApiClient creator = Connection.open(args[0], "Hamlet-Api-Key", args[2]);
        Cards cards = Calls.call(new RulesetsApi(creator), "listCards", Map.of("ruleset", args[1]));
        check(cards.getActualInstance() != null, "its cards are listed");
        ask(new PositionsApi(creator));
        GamesApi games = new GamesApi(creator);
        JoinedGame created = Calls.call(games, "createGame", Map.of("newGame", newGame(args[1])));
        String id = created.getActualInstance() instanceof JoinedVillagersGame found
            ? found.getId() : created.getJoinedMyVillageGame().getId();
        Play player = new Play(Connection.open(args[0], "Authorization", "Bearer " + claim(games, id)), id);
        Result result = player.play().result();
        String scores = result.getScores().stream()
            .map(score -> "{\"seat\": " + score.getSeat() + ", \"total\": " + score.getTotal() + "}")
            .collect(Collectors.joining(", "));
        System.out.println("{\"moves\": " + player.moves + ", \"hints\": " + player.hints
            + ", \"result\": {\"winners\": " + result.getWinners() + ", \"scores\": [" + scores + "]}}");
        System.exit(0);  // the clients' threads would linger
    }
}
