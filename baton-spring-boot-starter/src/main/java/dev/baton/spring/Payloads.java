package dev.baton.spring;

import java.lang.reflect.Type;

/** Turns payloads into JSON and back. Define a bean of this type to use another library than the application's Jackson. */
public interface Payloads {

    String write(Object payload) throws Exception;

    Object read(String json, Type type) throws Exception;
}
