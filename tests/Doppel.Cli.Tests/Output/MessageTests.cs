using System.Text;
using Doppel.Testing;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Output;

/// <summary>What the user typed comes back escaped and without passwords.</summary>
public sealed class MessageTests
{
    private static readonly string[] s_commands =
    [
        "find --X", "X", "find --min-size X", "find --max-depth X", "find --color X", "find --newer X",
        "find --ext X .",
        "find --sort X", "find --format X", "find --include [X", "find --exclude [X", "find --profile X",
        "find --device X=fast", "find --threads X", "s3 ls s3://X", "s3 cp --part-size X a s3://b", "trash --keep X/ .",
        "trash --prefer X", "delete --copies X", "journal X", "undo X", "catalog show X", "catalog add X .",
        "find catalog:X", "plan X", "fleet status --server X", "find --files-from X", "find -o X/y .", "move --to X .",
        "find --endpoint X s3://b", "help X", "tune --repeats X", "find -X", "watch --X", "identify X", "undo --only X",
    ];

    [Fact]
    public void Control_and_direction_characters_never_reach_the_terminal()
    {
        using var tree = new TempTree();
        foreach (string command in s_commands)
        {
            foreach (string hostile in (string[])["\e]0;pwn\a", "\u009b31m", "\u202egnp.exe", "\r", "\u2066x", "\b\b"])
            {
                using var host = new TestHost
                {
                    Environment = { ["HOME"] = tree.Folder, ["XDG_STATE_HOME"] = tree.Folder + "/state" },
                };
                host.Run([.. command.Split(' ').Select(word => word.Replace("X", hostile, StringComparison.Ordinal))]);
                string shown = host.Errors + host.Output;
                Assert.True(
                    shown.EnumerateRunes().All(static rune => rune.Value == '\n'
                        || Rune.GetUnicodeCategory(rune) is not (System.Globalization.UnicodeCategory.Control
                            or System.Globalization.UnicodeCategory.Format)),
                    $"{command}: {shown.Replace("\e", "ESC", StringComparison.Ordinal)}");
            }
        }
    }

    [Fact]
    public void Passwords_in_URLs_are_removed_wherever_they_occur()
    {
        const string Letters = "ab:/@?#%é-";
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(2_000, 50_000); seed++)
        {
            var random = new Random(seed);
            string password = "PW" + string.Concat(
                Enumerable.Range(0, random.Next(6)).Select(_ => Letters[random.Next(Letters.Length)])) + "PW";
            string url = $"{(random.Next(2) == 0 ? "http" : "HTTPS")}://user:{password}@host:90/x";
            string text = random.Next(3) switch
            {
                0 => url,
                1 => $"--endpoint={url}",
                _ => $"cannot reach '{url}' and {url}",
            };
            string hidden = UrlSecrets.Hide(text);
            Assert.False(hidden.Contains("PW", StringComparison.Ordinal), $"seed {seed}: {text}: {hidden}");
            Assert.Contains("://user@host:90/x", hidden, StringComparison.Ordinal);
            Assert.Equal(hidden, UrlSecrets.Hide(hidden));
        }

        Assert.Equal("s3://one@b/a:c@d http://host:90/a", UrlSecrets.Hide("s3://one@b/a:c@d http://host:90/a"));
    }

    [Fact]
    public void A_report_and_an_error_hold_no_password()
    {
        using var host = new TestHost();
        host.Run("find", "--json", "--no-catalog", "--endpoint", "http://u:SECRET@127.0.0.1:1", "/nonexistent");
        host.Run("fleet", "status", "--server", "http://u:SECRET@127.0.0.1:1");
        Assert.Contains("http://u@127.0.0.1:1", host.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("SECRET", host.Errors + host.Output, StringComparison.Ordinal);
    }
}
