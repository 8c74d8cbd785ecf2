import GitHub from "@auth/core/providers/github";
import { bindAuth } from "solid-auth";

export const auth = bindAuth({ providers: [GitHub] });
