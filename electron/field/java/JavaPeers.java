import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import de.l3s.boilerpipe.BoilerpipeExtractor;
import de.l3s.boilerpipe.extractors.CommonExtractors;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** boilerpipe as a program of Boilerscope's protocol: java -cp "jars/*" JavaPeers.java. */
public class JavaPeers {
  private static final Map<String, BoilerpipeExtractor> EXTRACTORS = Map.of(
      "ArticleExtractor", CommonExtractors.ARTICLE_EXTRACTOR,
      "DefaultExtractor", CommonExtractors.DEFAULT_EXTRACTOR,
      "LargestContentExtractor", CommonExtractors.LARGEST_CONTENT_EXTRACTOR,
      "CanolaExtractor", CommonExtractors.CANOLA_EXTRACTOR,
      "KeepEverythingExtractor", CommonExtractors.KEEP_EVERYTHING_EXTRACTOR);

  public static void main(String[] args) throws Exception {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Gson gson = new Gson();
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      JsonObject question = JsonParser.parseString(line).getAsJsonObject();
      JsonObject params = question.getAsJsonObject("params");
      JsonObject answer = new JsonObject();
      answer.add("id", question.get("id"));
      try {
        String name = params.has("extractor") ? params.get("extractor").getAsString() : "ArticleExtractor";
        answer.addProperty("text", EXTRACTORS.get(name).getText(question.get("html").getAsString()));
      } catch (Exception | StackOverflowError reason) {
        answer.addProperty("error", reason.toString());
      }
      answers.println(gson.toJson(answer));
    }
  }
}
