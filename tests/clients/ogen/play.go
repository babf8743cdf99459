// A game against an AI with the client that ogen has made.
//
// `play URL RULESET API_KEY` prints `{"moves", "hints", "result"}`: what it did, and how the game ended.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/ogen-go/ogen/ogenerrors"

	"play/hamlet"
)

const (
	seed  = "a game for clients"
	hints = 2
)

// secrets is what a client sends of itself: an API key, a seat's token, or both.
type secrets struct{ apiKey, token string }

func (s secrets) ApiKey(context.Context, hamlet.OperationName) (hamlet.ApiKey, error) {
	if s.apiKey == "" {
		return hamlet.ApiKey{}, ogenerrors.ErrSkipClientSecurity
	}
	return hamlet.ApiKey{APIKey: s.apiKey}, nil
}

func (s secrets) HostToken(context.Context, hamlet.OperationName) (hamlet.HostToken, error) {
	return hamlet.HostToken{}, ogenerrors.ErrSkipClientSecurity
}

func (s secrets) Token(context.Context, hamlet.OperationName) (hamlet.Token, error) {
	if s.token == "" {
		return hamlet.Token{}, ogenerrors.ErrSkipClientSecurity
	}
	return hamlet.Token{Token: s.token}, nil
}

// common is what games of all rulesets have in common.
type common interface {
	GetID() string
	GetStatus() hamlet.GameStatus
	GetVersion() int
	GetViewer() hamlet.NilInt
	GetToAct() []int
	GetResult() hamlet.NilResult
}

// joined is a game with the tokens of the seats that were just taken.
type joined interface {
	common
	GetTokens() hamlet.Tokens
}

func ofGame(game hamlet.Game) common {
	if found, ok := game.GetVillagersGame(); ok {
		return &found
	}
	found, ok := game.GetMyVillageGame()
	check(ok, "a game is one of a ruleset")
	return &found
}

func ofJoined(game hamlet.JoinedGame) joined {
	if found, ok := game.GetJoinedVillagersGame(); ok {
		return &found
	}
	found, ok := game.GetJoinedMyVillageGame()
	check(ok, "a game is one of a ruleset")
	return &found
}

func check(holds bool, what string) {
	if !holds {
		log.Fatal(what)
	}
}

// good is the answer, which has to be of the type that success has.
func good[T any](answer any, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	found, ok := answer.(T)
	if !ok {
		log.Fatalf("%T %+v", answer, answer)
	}
	return found
}

func newGame(ruleset string) hamlet.NewGame {
	seats := []hamlet.NewSeat{
		hamlet.NewNewOpenSeatNewSeat(hamlet.NewOpenSeat{Type: "open"}),
		hamlet.NewNewAiSeatNewSeat(hamlet.NewAiSeat{Type: "ai", Level: hamlet.NewOptAiLevel(hamlet.AiLevelGreedy), Name: hamlet.NewOptString("Bertha")}),
	}
	text, yes := hamlet.NewOptString(seed), hamlet.NewOptBool(true)
	if ruleset == "villagers" {
		return hamlet.NewNewVillagersGameNewGame(hamlet.NewVillagersGame{Ruleset: ruleset, Seats: seats, Seed: text, Public: yes})
	}
	return hamlet.NewNewMyVillageGameNewGame(hamlet.NewMyVillageGame{Ruleset: ruleset, Seats: seats, Seed: text, Public: yes})
}

type player struct {
	client *hamlet.Client
	id     string
	Moves  int           `json:"moves"`
	Hints  int           `json:"hints"`
	Result hamlet.Result `json:"result"`
}

// play plays to the end, first as the hints say and by moves, then by the first listed move's id.
func (p *player) play(ctx context.Context) {
	game := p.look(ctx, 0)
	p.beRefused(ctx)
	for game.GetStatus() != hamlet.GameStatusFinished {
		if seat, ok := game.GetViewer().Get(); !ok || !slices.Contains(game.GetToAct(), seat) {
			game = p.look(ctx, game.GetVersion())
			continue
		}
		request := &hamlet.PlayRequest{}
		if move, ok := p.hint(ctx); ok {
			request.Move = hamlet.NewOptMove(move)
		} else {
			request.MoveID = hamlet.NewOptString(p.firstMove(ctx))
		}
		match := hamlet.NewOptString(fmt.Sprintf("%q", fmt.Sprint(game.GetVersion())))
		answer, err := p.client.PlayMoves(ctx, request, hamlet.PlayMovesParams{Game: p.id, IfMatch: match})
		played := good[*hamlet.PlayedHeaders](answer, err).Response
		check(len(played.Events) > 0, "a move has events")
		game = ofGame(played.Game)
		p.Moves++
	}
	answer, err := p.client.ListEvents(ctx, hamlet.ListEventsParams{Game: p.id, After: hamlet.NewOptInt(0)})
	told := good[*hamlet.EventListHeaders](answer, err).Response
	check(told.Version == game.GetVersion(), "all events are told")
	result, ok := game.GetResult().Get()
	check(ok, "a finished game has a result")
	p.Result = result
}

// look is the game once it is past a version, or after some seconds.
func (p *player) look(ctx context.Context, after int) common {
	params := hamlet.GetGameParams{Game: p.id}
	if after > 0 {
		params.After, params.Wait = hamlet.NewOptInt(after), hamlet.NewOptInt(10)
	}
	answer, err := p.client.GetGame(ctx, params)
	return ofGame(good[*hamlet.GetGameOKHeaders](answer, err).Response)
}

func (p *player) firstMove(ctx context.Context) string {
	answer, err := p.client.ListMoves(ctx, hamlet.ListMovesParams{Game: p.id})
	moves := good[*hamlet.LegalMovesHeaders](answer, err).Response.Moves
	check(len(moves) > 0, "a seat that is to act has a move")
	return moves[0].ID
}

// hint is what an AI would do, as long as some hints are left.
func (p *player) hint(ctx context.Context) (hamlet.Move, bool) {
	if p.Hints == hints {
		return hamlet.Move{}, false
	}
	request := hamlet.NewOptHintRequest(hamlet.HintRequest{Level: hamlet.NewOptAiLevel(hamlet.AiLevelGreedy)})
	accepted, err := p.client.CreateHint(ctx, request, hamlet.CreateHintParams{Game: p.id})
	id := good[*hamlet.DecisionHeaders](accepted, err).Response.ID
	answer, err := p.client.GetDecision(ctx, hamlet.GetDecisionParams{Decision: id, Wait: hamlet.NewOptInt(30)})
	decision := good[*hamlet.GetDecisionOKHeaders](answer, err).Response
	check(decision.Status == hamlet.DecisionStatusDone && len(decision.Candidates) > 0, "the hint is given")
	p.Hints++
	return decision.Move.Get()
}

// beRefused sends a wrong move, which gets a problem.
func (p *player) beRefused(ctx context.Context) {
	request := &hamlet.PlayRequest{MoveID: hamlet.NewOptString("0-000000000000")}
	answer, err := p.client.PlayMoves(ctx, request, hamlet.PlayMovesParams{Game: p.id})
	problem := good[*hamlet.PlayMoves409Headers](answer, err).Response
	check(problem.Status == 409 && problem.Type == "/problems/conflict", "a wrong move is a conflict")
}

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	url, ruleset, apiKey := os.Args[1], os.Args[2], os.Args[3]
	creator, err := hamlet.NewClient(url, secrets{apiKey: apiKey})
	check(err == nil, "the URL is one")
	listed, err := creator.ListCards(ctx, hamlet.ListCardsParams{Ruleset: ruleset})
	good[*hamlet.CardsHeaders](listed, err)
	answer, err := creator.CreateGame(ctx, newGame(ruleset), hamlet.CreateGameParams{})
	created := ofJoined(good[*hamlet.JoinedGameHeaders](answer, err).Response)
	check(created.GetStatus() == hamlet.GameStatusWaiting, "it waits for a player")
	claim := hamlet.NewOptClaim(hamlet.Claim{Name: hamlet.NewOptString("Ada")})
	claimed, err := creator.ClaimSeat(ctx, claim, hamlet.ClaimSeatParams{Game: created.GetID(), Seat: 0})
	mine := ofJoined(good[*hamlet.JoinedGameHeaders](claimed, err).Response)
	seat, err := hamlet.NewClient(url, secrets{token: mine.GetTokens()["0"]})
	check(err == nil, "the URL is one")
	p := player{client: seat, id: mine.GetID()}
	p.play(ctx)
	check(json.NewEncoder(os.Stdout).Encode(p) == nil, "it is told")
}
