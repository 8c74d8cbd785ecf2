import { testInputs } from "../support/input-fuzz.ts";

testInputs(10_000);
