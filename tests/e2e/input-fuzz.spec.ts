import { testInputs } from "../support/input-fuzz.ts";

testInputs(1_000);
