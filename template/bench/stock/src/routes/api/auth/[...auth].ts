import { handleAuth } from "../../../auth";

export const GET = handleAuth;
export const POST = handleAuth;
