import { Banner } from "./card";
import { Die, hasSymbol, Icon } from "./symbols";

/** A symbol as the table shows it, for texts: "coin", "die 3", "blackdie 3", "white 8". */
export function Sign({ sign }: { sign: string }) {
  const [name = "", number] = sign.split(" ");
  if (name === "black" || name === "white") return <Banner values={[Number(number)]} side={name} />;
  if (number) return <Die face={Number(number)} color={name === "die" ? "white" : "black"} />;
  return <Icon of={hasSymbol(name) ? name : "any"} />;
}
