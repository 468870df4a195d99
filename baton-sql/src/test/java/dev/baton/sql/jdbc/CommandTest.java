package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {

    /** By which methods of a driver the values are handed over. */
    private static List<String> boundBy(boolean typesUnicode) throws Exception {
        List<String> methods = new ArrayList<>();
        PreparedStatement statement = (PreparedStatement) Proxy.newProxyInstance(
                CommandTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, values) -> {
                    methods.add(method.getName() + " " + values[1]);
                    return null;
                });
        NamedSql.parse("both", "SELECT :ours, :theirs", typesUnicode)
                .set("ours", "pending")
                .set("theirs", "\u0437\u0430\u043a\u0430\u0437")
                .bind(statement, 1);
        return methods;
    }

    /** In the code page of a database, which a driver may be told to use, these letters are all question marks. */
    @Test
    void textThatACodePageMightLackGoesAsUnicodeWhereThatIsATypeOfItsOwn() throws Exception {
        assertThat(boundBy(true)).containsExactly("setString pending", "setNString \u0437\u0430\u043a\u0430\u0437");
    }

    @Test
    void elsewhereTextIsText() throws Exception {
        assertThat(boundBy(false)).containsExactly("setString pending", "setString \u0437\u0430\u043a\u0430\u0437");
    }

    @Test
    void onlySqlServerHasSuchAType() {
        assertThat(DialectWords.of(List.of("sqlserver")).typesUnicode()).isTrue();
        assertThat(DialectWords.of(List.of("babelfish", "sqlserver")).typesUnicode())
                .isTrue();
        for (String dialect : List.of("postgresql", "h2", "mariadb")) {
            assertThat(DialectWords.of(List.of(dialect)).typesUnicode()).isFalse();
        }
    }
}
