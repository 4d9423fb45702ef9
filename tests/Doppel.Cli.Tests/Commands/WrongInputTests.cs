using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Commands;

/// <summary>Mistakes that people make. Each is answered by one line that names it, and a hint that helps.</summary>
public sealed class WrongInputTests : IDisposable
{
    private readonly TempTree _tree = new();

    public WrongInputTests()
    {
        _tree.AddFolder("folder");
        _tree.AddFile("file", "text");
        _tree.AddFile("empty", "");
        _tree.AddFile("cut.json", "{\"type\":\"begin\",\"format\":1");
        _tree.AddFile("cut.plan", "{\"type\":\"plan\"");
        _tree.AddFile("words", "neither\n\n");
        _tree.AddFile("doppel/config.json", "{\"profiles\":{\"photos\":[\"--ext\",\"jpg\"]}}");
    }

    // The line, without "doppel" and with T for the folder above; the message; what the hint contains, or "" if the
    // message itself says what to do.
    public static TheoryData<string, string, string> Mistakes { get; } = new()
    {
        // Commands
        { "fnid T", "unknown command: fnid", "did you mean find?" },
        { "delte T/folder", "unknown command: delte", "did you mean delete?" },
        { "rm T/folder", "unknown command: rm", "doppel delete" },
        { "holidays", "unknown command: holidays", "to search a folder: doppel find holidays" },
        { "-q find T", "'-q' must come after the command", "doppel find [OPTION...]" },
        { "s3 lss s3://b", "unknown command: s3 lss", "did you mean ls?" },
        { "generate", "generate: missing command: one of man, completions", "doppel generate -h" },
        { "generate completions csh", "no completions for 'csh'", "bash|zsh|fish|pwsh" },
        { "help fnd", "unknown command: fnd", "did you mean find?" },
        { "version now", "version: too many arguments", "doppel version" },

        // Options
        { "find --exlude x T", "unknown option: --exlude", "did you mean --exclude?" },
        { "find --delete T", "unknown option: --delete", "doppel delete" },
        { "find -r T", "unknown option: -r", "always searched with everything below" },
        { "find -json T", "unknown option: -json", "did you mean --json?" },
        { "find --keep x T", "unknown option: --keep", "doppel plan" },
        { "list-links --follow T", "unknown option: --follow", "doppel find" },
        { "find --json=yes T", "--json takes no value: --json=yes", "use --json without a value" },
        { "find T --format", "--format needs a value", "text (default), json" },
        { "find T --output", "--output needs a value", "Write the results to FILE" },
        { "find --max-size -5 T", "--max-size needs a value, not '-5'", "--max-size=-5" },

        // Values
        { "find --format jsn T", "--format: 'jsn' is not one of text, json, fdupes, csv", "did you mean json?" },
        { "find --color yes T", "--color: 'yes' is not one of auto, always, never", "" },
        { "find --min-size 10x T", "--min-size: '10x' is not a size", "a size is a number such as 4096, 10k" },
        { "find --min-size 1,5M T", "--min-size: '1,5M' is not a size", "1.5GB" },
        { "find --newer yesterday T", "--newer: 'yesterday' is not a valid time", "2024-05-01" },
        { "find --older 2024-13-01 T", "--older: '2024-13-01' is not a valid time", "2024-05-01" },
        { "find --max-depth two T", "--max-depth: 'two' is not a number of at least 0", "" },
        { "find --threads 0 T", "--threads: '0' is not a number from 1 to 256", "" },
        { "find --include photos/ T", "--include: 'photos/' ends with '/' and so matches no file", "'photos/**'" },
        { "find --exclude [a T", "--exclude: '[a': a '[' is not closed by ']'", "\\ makes the next character literal" },
        { "find --ext *.txt T", "--ext: '*.txt' is not a list of extensions", "write it as txt" },
        { "find --ext *.txt,*.jpg T", "--ext: '*.txt,*.jpg' is not a list of extensions", "write it as txt,jpg" },
        { "find --ext {txt,.jpg} T", "--ext: '{txt,.jpg}' is not a list of extensions", "write it as txt,jpg" },
        { "find --ext , T", "--ext: ',' is not a list of extensions", "jpg,png,tar.gz" },
        { "find --device T T", "--device: 'T' is not PATH=KIND", "=rotating" },
        {
            "find --device T=fast T",
            "--device: 'fast' is not rotating, solid, network or a number from 1 to 256", "=rotating"
        },
        {
            "devices --device T=rotatin T",
            "--device: 'rotatin' is not rotating, solid, network or a number from 1 to 256", "did you mean rotating?"
        },
        { "find --profile photo T", "no profile named 'photo'", "did you mean photos?" },
        { "find --profile work T", "no profile named 'work'", "profiles: photos" },
        { "trash --prefer newst T/folder", "--prefer: 'newst' is not one of ", "did you mean newest?" },
        { "plan --copies 0 T/file", "--copies: '0' is not a number of at least 1", "" },
        { "tune --repeats 0 T", "--repeats: '0' is not a number from 1 to 99", "" },
        { "tune --strategies nope T", "--strategies: unknown strategy: 'nope'", "doppel tune --help" },
        { "tune --sizes 10,5 T", "--sizes: '5' is not a size, or not larger than the one before it", "4096" },

        // Contradictions
        { "find --min-size 2k --max-size 1k T", "--max-size (1024) is less than --min-size (2048)", "exchange" },
        { "find --newer 1d --older 2d T", "no file can match: --newer is not earlier than --older", "exchange" },
        { "find --json -0 T", "-0 cannot be used with --format json", "text or fdupes" },
        { "find --summary --json T", "--summary cannot be used with --format json", "the format text" },
        { "find --long --format csv T", "--long cannot be used with --format csv", "the format text" },
        { "find --thumbnails --json T", "--thumbnails cannot be used with --format json", "add --format html" },
        { "find --thumbnails T", "--thumbnails cannot be used with --format text", "add --format html" },
        { "find --folders --format csv T", "--folders cannot be used with --format csv", "text, json or html" },
        { "find --media --folders T", "--media cannot be used with --folders", "run the command twice" },
        { "find --folders-by content T", "--folders-by requires --folders", "add --folders" },
        { "find --isolate T", "--isolate requires at least two folders", "add a folder" },
        { "find --quiet --verbose T", "--quiet cannot be used with --verbose", "omit one" },
        { "tune --quick --full T", "--quick cannot be used with --full", "omit one" },
        { "link --absolute T/folder", "--absolute requires --symbolic", "add --symbolic" },
        { "move T/folder", "missing target folder", "--to DIR" },

        // Files and folders
        { "find T/gone", "cannot open 'T/gone': No such file or directory", "check the spelling" },
        { "find /dev/null", "cannot search '/dev/null': it is neither a folder nor a file", "name a folder" },
        { "find --files-from T/gone", "cannot read the list 'T/gone': No such file", "one name per line" },
        { "find --files-from T/folder", "cannot read the list 'T/folder': Is a directory", "one name per line" },
        { "find -o T/gone/x T", "cannot write to 'T/gone/x': No such file or directory", "create the folder" },
        { "find -o T/folder T", "cannot write to 'T/folder': Is a directory", "name a file in that folder" },
        { "find -o name T", "--output: 'name' is an order in other tools, and here", "write -o ./name" },
        { "list-links --output=size T", "--output: 'size' is an order in other tools", "-o ./size" },
        { "devices T/gone", "cannot open 'T/gone': No such file or directory", "check the spelling" },
        { "move --to T/file T/folder", "cannot move files to 'T/file': it is not a folder", "" },
        { "identify", "identify: missing argument", "doppel identify [OPTION...] FILE..." },

        { "trash T/folder catalog:attic", "'catalog:attic' is a saved volume, whose files", "as --reference" },
        { "plan --reference catalog:attic T", "'catalog:attic' is a saved volume", "find --reference catalog:attic" },

        // Reports and plans
        { "plan", "plan: missing argument", "doppel plan [OPTION...] REPORT" },
        { "plan T/gone", "cannot read the report 'T/gone': No such file", "doppel find --json -o FILE DIR" },
        { "plan T/cut.json", "cannot read the report 'T/cut.json': line 1: ", "doppel find --json -o FILE DIR" },
        { "plan T/empty", "cannot read the report 'T/empty': the input is empty", "doppel find --json" },
        { "link T/words", "cannot read the report 'T/words': line 2: ", "doppel find --json -o FILE DIR" },
        { "delete T/cut.plan", "cannot read the plan 'T/cut.plan': line 1: ", "doppel plan -o FILE REPORT" },

        // Profiles
        { "profile save a", "no options to save", "doppel profile save NAME -- OPTION..." },
        { "profile save a -- T", "profile a: 'T' is not an option", "no ROOT" },
        { "profile save a/b -- --json", "'a/b' is not a valid profile name", "letters, digits" },
        { "profile delete photo", "no profile named 'photo'", "did you mean photos?" },

        // S3
        { "s3 ls bucket", "'bucket' is not s3://BUCKET/KEY", "s3://photos/2024/a.jpg" },
        { "s3 cp T/file T/copy", "neither argument is an s3:// address", "doppel s3 cp FILE s3://BUCKET/KEY" },
        { "s3 cat s3://b", "'s3://b' is a bucket, not an object", "s3://BUCKET/KEY" },
        { "s3 ls --endpoint example.org", "the endpoint 'example.org' is not valid", "https://s3.example.org:9000" },
        { "s3 ls --region eu/west", "--region: 'eu/west' is not a region", "eu-central-1" },
        { "s3 presign --expires 8d s3://b/k", "--expires: '8d' is not from 1s to 7d", "1h30m" },
        { "s3 ls --no-sign --aws-profile x", "--no-sign cannot be used with --aws-profile", "--no-sign uses no keys" },
    };

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void There_are_at_least_sixty() => Assert.InRange(Mistakes.Count, 60, 200);

    [Theory, MemberData(nameof(Mistakes))]
    public void A_mistake_is_named_in_one_line_and_a_hint_says_what_to_do(string line, string message, string hint)
    {
        using var host = new TestHost();
        host.Environment["HOME"] = _tree.Folder;
        host.Environment["XDG_CONFIG_HOME"] = _tree.Folder;
        host.Environment["XDG_STATE_HOME"] = Path.Combine(_tree.Folder, "state");
        Assert.Equal(2, host.Run([.. line.Split(' ').Select(Placed)]));
        Assert.Equal("", host.Output);
        string[] lines = host.Errors.Split('\n');
        Assert.StartsWith("doppel: " + Placed(message), lines[0], StringComparison.Ordinal);
        Assert.Equal("", lines[^1]);
        Assert.Equal(hint.Length == 0 ? 2 : 3, lines.Length);
        if (hint.Length > 0)
        {
            Assert.StartsWith("hint: ", lines[1], StringComparison.Ordinal);
            Assert.Contains(Placed(hint), lines[1], StringComparison.Ordinal);
        }
    }

    // T stands for the folder as a word, a quoted word, or the start of a path or rule.
    private string Placed(string text) => System.Text.RegularExpressions.Regex.Replace(
        text, "(?<![\\w-])T(?![\\w-])", _tree.Folder.Replace("$", "$$", StringComparison.Ordinal));
}
