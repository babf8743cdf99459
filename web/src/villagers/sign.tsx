import { Amount } from "./card";
import { Symbol } from "./symbols";

/** A symbol as the table shows it, for texts: "food", "gold 8". */
export function Sign({ sign }: { sign: string }) {
  const [name = "", amount] = sign.split(" ");
  return amount ? <Amount symbol={name} amount={Number(amount)} /> : <Symbol name={name} />;
}
