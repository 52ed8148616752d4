/** Mounts the routes whose answers never change; private ones still need a key. */
import { CONSTANT_ROUTES } from '@bellwether/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../mount.ts';
import { sendFailure, sendJson } from '../plugins/answers.ts';

export function registerConstantRoutes(app: FastifyInstance): void {
  for (const route of Object.values(CONSTANT_ROUTES)) {
    const body = JSON.stringify(route.answer);
    mount(app, route, (request, reply) => {
      if (route.errorShape === 'data-v2') app.traces?.of(reply);
      const caller = route.auth === 'l2' ? app.access.identify(request) : null;
      return caller?.kind === 'failure' ? sendFailure(reply, caller) : sendJson(reply, body);
    });
  }
}
