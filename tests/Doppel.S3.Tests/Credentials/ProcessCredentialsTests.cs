using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.S3.Tests.Credentials;

public sealed class ProcessCredentialsTests : IDisposable
{
    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public async Task Credentials_are_read_from_the_output_of_a_program()
    {
        string json = Sample.Json("SessionToken", "\"Version\": 1, ");
        Assert.Equal(Sample.Lent, await Script($"cat <<'E'\n{json}\nE\necho noise >&2").GetAsync());
        string lasting =
            $$"""{ "Version": 1, "AccessKeyId": "{{Sample.Id}}", "SecretAccessKey": "{{Sample.Secret}}" }""";
        Assert.Equal(Sample.Lasting, await Script($"cat <<'E'\n{lasting}\nE").GetAsync());
    }

    [Theory]
    [InlineData("exit 3", "ended with code 3")]
    [InlineData("kill -9 $$", "ended with code 137")]
    [InlineData("echo '{}'", "another version than 1")]
    [InlineData("echo '{\"Version\": 2}'", "another version than 1")]
    [InlineData("echo '{\"Version\": 1}'", "the access key id is missing")]
    [InlineData("echo '{\"Version\": 1'", "not a JSON object")]
    [InlineData("echo '{\"Version\": 1}{}'", "not a JSON object")]
    [InlineData("echo '[]'", "not a JSON object")]
    [InlineData("echo '{\"Version\": \"1\"}'", "not a JSON object")]
    [InlineData("", "not a JSON object")]
    [InlineData("head -c 65537 /dev/zero", "wrote more than 65536 bytes")]
    [InlineData("cat /dev/zero", "wrote more than 65536 bytes")]
    public async Task The_error_says_what_is_wrong_with_the_program_or_its_output(string script, string expected) =>
        Assert.Contains(expected, (await Script(script).FailureAsync()).Message);

    [Fact]
    public async Task Noise_on_the_error_output_does_not_block() => Assert.Contains(
        "ended with code 4", (await Script("head -c 1000000 /dev/zero >&2; exit 4").FailureAsync()).Message);

    [Fact]
    public async Task It_reads_nothing_from_whoever_runs_this() =>
        Assert.Contains("ended with code 7", (await Script("cat; exit 7").FailureAsync()).Message);

    [Fact]
    public async Task A_program_that_hangs_is_killed_with_its_children_after_a_minute()
    {
        var clock = new ManualClock();
        _tree.AddFifo("started");
        string fifo = Path.Combine(_tree.Folder, "started");
        Task<S3CredentialsException> failure =
            Script($"sleep 1000 & echo $! > {fifo}\nwait", Sample.Options() with { Time = clock }).FailureAsync();
        int child = int.Parse(await File.ReadAllTextAsync(fifo, TestContext.Current.CancellationToken));
        clock.Advance(ProcessCredentials.TimeMax);
        Assert.Contains("did not end within 60 s", (await failure).Message);
        while (Runs(child))
        {
            await Task.Yield();
        }
    }

    [Theory]
    [InlineData("no-such-program-at-all x", "cannot be started (No such file or directory)")]
    [InlineData("", "there is no program")]
    [InlineData("  ", "there is no program")]
    [InlineData("\"\"", "there is no program")]
    [InlineData("sh \"x", "a quote does not end"), InlineData("sh 'x", "a quote does not end")]
    public async Task A_command_that_cannot_run_is_said(string command, string expected) => Assert.Contains(
        expected, (await S3CredentialsProvider.FromProcess(command, Sample.Options()).FailureAsync()).Message);

    [Fact]
    public void Commands_are_split_as_a_shell_splits_them()
    {
        Check("a b  c\td", "a|b|c|d");
        Check("'a b' \"c d\" e\\ f", "a b|c d|e f");
        Check("a'b'\"c\"", "abc");
        Check("'' \"\" a", "||a");
        Check("\"a\\\"b\\\\c\\d\" '\\'", "a\"b\\c\\d|\\");
        Check("$HOME `x` a;b > d", "$HOME|`x`|a;b|>|d");
        Check("a\\", "a\\");
        Assert.Null(CommandLine.Split("a \"b", backslashIsPath: false));
        Assert.Equal(
            ["C:\\Program Files\\a.exe", "it's", "\"x\""],
            CommandLine.Split("\"C:\\Program Files\\a.exe\" it's \\\"x\\\"", backslashIsPath: true));

        static void Check(string command, string words) =>
            Assert.Equal(words, string.Join('|', CommandLine.Split(command, backslashIsPath: false)!));
    }

    private static bool Runs(int id)
    {
        try
        {
            // A child that nobody waits for stays as a zombie where the first process of a container does not either.
            return !File.ReadAllText($"/proc/{id}/stat").Contains(") Z", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false;
        }
    }

    // Given to a shell as a file: a script that is run itself may still be open for writing in another test's child.
    private IS3CredentialsProvider Script(string text, S3CredentialsOptions? options = null)
    {
        File.WriteAllText(Path.Combine(_tree.Folder, "my script"), text);
        return S3CredentialsProvider.FromProcess(
            $"sh '{Path.Combine(_tree.Folder, "my script")}'", options ?? Sample.Options());
    }
}
