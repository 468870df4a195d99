package dev.baton.spring.payloads;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.spring.Payloads;
import java.lang.reflect.Type;

/** With Jackson 2, as Spring Boot 3 has it. */
final class Jackson2Payloads implements Payloads {

    private final ObjectMapper mapper;

    private Jackson2Payloads(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    static Payloads of(ObjectMapper mapper) {
        return new Jackson2Payloads(mapper);
    }

    @Override
    public String write(Object payload) throws Exception {
        return mapper.writeValueAsString(payload);
    }

    @Override
    public Object read(String json, Type type) throws Exception {
        return mapper.readValue(json, mapper.constructType(type));
    }
}
