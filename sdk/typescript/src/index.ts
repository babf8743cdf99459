export { dataOf, Hamlet, type Api, type DecisionAnswer, type HamletOptions } from "./client.js";
export type * from "./contract.js";
export { DecisionFailed, HamletError, Refused, Unreachable } from "./errors.js";
export { HamletGame, type Playable, type Turn, type Turns } from "./game.js";
export { randomText } from "./sending.js";
export type { Following, GameOver, Update } from "./stream.js";
export { verify, WebhookInvalid, type Notice } from "./webhooks.js";
