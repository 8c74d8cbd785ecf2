/// <reference types="@solidjs/start/env" />

declare namespace App {
  interface RequestEventLocals {
    context?: import("./server/http/request-context").RequestContext;
  }
}
