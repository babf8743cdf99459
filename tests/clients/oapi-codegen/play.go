// A game against an AI with the client that oapi-codegen has made.
//
// `play URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"

	"play/hamlet"
)

const (
	seed  = "a game for clients"
	hints = 2
)

// look is what games of all rulesets have in common.
type look struct {
	version int
	status  hamlet.GameStatus
	viewer  *int
	toAct   []int
	result  *hamlet.Result
}

func lookOf(game hamlet.Game) look {
	found, err := game.ValueByDiscriminator()
	check(err == nil, "a game is one of a ruleset")
	switch game := found.(type) {
	case hamlet.VillagersGame:
		check(len(game.View.Stacks) == 6, "there are six stacks")
		return look{game.Version, game.Status, game.Viewer, game.ToAct, game.Result}
	case hamlet.MyVillageGame:
		check(len(game.View.Seats) == 2, "there are two seats")
		return look{game.Version, game.Status, game.Viewer, game.ToAct, game.Result}
	}
	log.Fatalf("an unknown game: %T", found)
	return look{}
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

// answered is an answer, of whatever status.
func answered[T any](answer *T, err error) *T {
	if err != nil {
		log.Fatal(err)
	}
	return answer
}

// good is the body of an answer, which is nil if that is a problem.
func good[T any](body *T, raw []byte) *T {
	if body == nil {
		log.Fatalf("%s", raw)
	}
	return body
}

func with(header, value string) hamlet.ClientOption {
	return hamlet.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set(header, value)
		return nil
	})
}

func pointer[T any](value T) *T { return &value }

func newGame(ruleset string) (game hamlet.NewGame) {
	var open, ai hamlet.NewSeat
	check(open.FromNewOpenSeat(hamlet.NewOpenSeat{}) == nil, "a seat is written")
	check(ai.FromNewAiSeat(hamlet.NewAiSeat{Level: pointer(hamlet.AiLevel("greedy")), Name: pointer("Bertha")}) == nil, "a seat is written")
	seats, seed, public := []hamlet.NewSeat{open, ai}, pointer(seed), pointer(true)
	var err error
	if ruleset == "villagers" {
		err = game.FromNewVillagersGame(hamlet.NewVillagersGame{Seats: seats, Seed: seed, Public: public})
	} else {
		err = game.FromNewMyVillageGame(hamlet.NewMyVillageGame{Seats: seats, Seed: seed, Public: public})
	}
	check(err == nil, "a game is written")
	return game
}

// joined is the id of a game, and the tokens of the seats that were just taken.
func joined(game hamlet.JoinedGame) (id string, status hamlet.GameStatus, tokens hamlet.Tokens) {
	found, err := game.ValueByDiscriminator()
	check(err == nil, "a game is one of a ruleset")
	if game, ok := found.(hamlet.JoinedVillagersGame); ok {
		return game.Id, game.Status, game.Tokens
	}
	other := found.(hamlet.JoinedMyVillageGame)
	return other.Id, other.Status, other.Tokens
}

type player struct {
	client *hamlet.ClientWithResponses
	id     string
	Moves  int            `json:"moves"`
	Hints  int            `json:"hints"`
	Result *hamlet.Result `json:"result"`
}

// play plays to the end, first as the hints say and by moves, then by the first listed move's id.
func (p *player) play(ctx context.Context) {
	game := p.look(ctx, 0)
	p.beRefused(ctx)
	for game.status != "finished" {
		if game.viewer == nil || !slices.Contains(game.toAct, *game.viewer) {
			game = p.look(ctx, game.version)
			continue
		}
		request := hamlet.PlayRequest{Move: p.hint(ctx)}
		if request.Move == nil {
			request.MoveId = p.firstMove(ctx)
		}
		params := &hamlet.PlayMovesParams{IfMatch: pointer(fmt.Sprintf(`"%d"`, game.version))}
		answer := answered(p.client.PlayMovesWithResponse(ctx, p.id, params, request))
		played := good(answer.JSON200, answer.Body)
		check(len(played.Events) > 0, "a move has events")
		game = lookOf(played.Game)
		p.Moves++
	}
	answer := answered(p.client.ListEventsWithResponse(ctx, p.id, &hamlet.ListEventsParams{After: pointer(0)}))
	told := good(answer.JSON200, answer.Body)
	check(told.Version == game.version, "all events are there")
	check(game.result != nil, "a finished game has a result")
	p.Result = game.result
}

// look is the game once it is past a version, or after some seconds.
func (p *player) look(ctx context.Context, after int) look {
	params := &hamlet.GetGameParams{}
	if after > 0 {
		params = &hamlet.GetGameParams{After: &after, Wait: pointer(10)}
	}
	answer := answered(p.client.GetGameWithResponse(ctx, p.id, params))
	return lookOf(*good(answer.JSON200, answer.Body))
}

func (p *player) firstMove(ctx context.Context) *string {
	answer := answered(p.client.ListMovesWithResponse(ctx, p.id, nil))
	moves := good(answer.JSON200, answer.Body).Moves
	check(len(moves) > 0, "a seat that is to act has a move")
	return &moves[0].Id
}

// hint is what an AI would do, as long as some hints are left.
func (p *player) hint(ctx context.Context) *hamlet.Move {
	if p.Hints == hints {
		return nil
	}
	request := hamlet.HintRequest{Level: pointer(hamlet.AiLevel("greedy"))}
	accepted := answered(p.client.CreateHintWithResponse(ctx, p.id, nil, request))
	id := good(accepted.JSON202, accepted.Body).Id
	answer := answered(p.client.GetDecisionWithResponse(ctx, id, &hamlet.GetDecisionParams{Wait: pointer(30)}))
	decision := good(answer.JSON200, answer.Body)
	check(decision.Status == "done" && len(decision.Candidates) > 0, "the hint is given")
	p.Hints++
	return decision.Move
}

// beRefused sends a wrong move, which gets a problem.
func (p *player) beRefused(ctx context.Context) {
	request := hamlet.PlayRequest{MoveId: pointer("0-000000000000")}
	answer := answered(p.client.PlayMovesWithResponse(ctx, p.id, nil, request))
	problem := answer.ApplicationproblemJSON409
	check(problem != nil && problem.Type == "/problems/conflict", "a wrong move is a conflict")
}

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	url, ruleset, apiKey := os.Args[1], os.Args[2], os.Args[3]
	creator, err := hamlet.NewClientWithResponses(url, with("Hamlet-Api-Key", apiKey))
	check(err == nil, "the URL is one")
	listed := answered(creator.ListCardsWithResponse(ctx, ruleset, nil))
	good(listed.JSON200, listed.Body)
	answer := answered(creator.CreateGameWithResponse(ctx, nil, newGame(ruleset)))
	id, status, _ := joined(*good(answer.JSON201, answer.Body))
	check(status == "waiting", "it waits for a player")
	claimed := answered(creator.ClaimSeatWithResponse(ctx, id, 0, nil, hamlet.Claim{Name: pointer("Ada")}))
	_, _, tokens := joined(*good(claimed.JSON201, claimed.Body))
	seat, err := hamlet.NewClientWithResponses(url, with("Authorization", "Bearer "+tokens["0"]))
	check(err == nil, "the URL is one")
	p := player{client: seat, id: id}
	p.play(ctx)
	check(json.NewEncoder(os.Stdout).Encode(p) == nil, "it is told")
}
