import GitHub from "@auth/core/providers/github";
import Nodemailer from "@auth/core/providers/nodemailer";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { bindAuth } from "solid-authjs";
import { getRequestEvent } from "solid-js/web";
import { database } from "./database";

export const auth = bindAuth({
  getRequestEvent,
  adapter: PrismaAdapter(database),
  providers: [GitHub, Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM })],
});
