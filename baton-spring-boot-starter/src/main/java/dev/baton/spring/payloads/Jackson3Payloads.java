package dev.baton.spring.payloads;

import dev.baton.spring.Payloads;
import java.lang.reflect.Type;
import tools.jackson.databind.ObjectMapper;

/** With Jackson 3, as Spring Boot 4 has it. */
final class Jackson3Payloads implements Payloads {

    private final ObjectMapper mapper;

    private Jackson3Payloads(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    static Payloads of(ObjectMapper mapper) {
        return new Jackson3Payloads(mapper);
    }

    @Override
    public String write(Object payload) {
        return mapper.writeValueAsString(payload);
    }

    @Override
    public Object read(String json, Type type) {
        return mapper.readValue(json, mapper.constructType(type));
    }
}
