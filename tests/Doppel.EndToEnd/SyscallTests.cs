using System.Security.Cryptography.X509Certificates;
using System.Text.RegularExpressions;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <summary>What the kernel was asked, as strace saw it: the budgets of opens, and that nothing is written.</summary>
public sealed partial class SyscallTests
{
    private static readonly string[] s_forBuckets = ["socket(", "/.aws/", "/libssl"];

    [Fact]
    public void Files_of_unique_size_are_never_opened_and_small_ones_once()
    {
        using var tree = new TempTree();
        for (int i = 1; i <= 50; i++)
        {
            tree.AddFile($"unique{i}", new byte[i * 100]);
        }

        for (int i = 0; i < 20; i++)
        {
            byte[] content = new byte[i < 10 ? 50 : 65_536];
            content[0] = (byte)(i / 2);
            tree.AddFile($"small{i}", content);
        }

        tree.AddHardLink("smallLink", "small3");
        Dictionary<string, int> opens = Opens(tree, out FindReport report);
        Assert.DoesNotContain(opens.Keys, name => name.StartsWith("unique", StringComparison.Ordinal));
        Assert.Equal(20, opens.Where(open => open.Key.StartsWith("small", StringComparison.Ordinal)).Sum(o => o.Value));
        Assert.Equal(20, report.Opened);
        Assert.Equal(10, report.Groups.Count);
    }

    // The place of a file on a disk whose head moves takes one more. A disk of which that is not known would be probed,
    // too; so what this machine has must decide nothing here.
    [Theory]
    [InlineData("solid", 2)]
    [InlineData("rotating", 3)]
    public void Large_files_are_opened_twice_at_most(string device, int most)
    {
        using var tree = new TempTree();
        for (int i = 0; i < 12; i++)
        {
            byte[] content = new byte[300_000];
            content[0] = (byte)(i % 2);
            content[150_000] = (byte)(i % 3);
            tree.AddFile($"large{i}", content);
        }

        Dictionary<string, int> opens = Opens(tree, out FindReport report, device);
        Assert.Equal(6, report.Groups.Count);
        Assert.All(opens.Where(open => open.Key.StartsWith("large", StringComparison.Ordinal)),
            open => Assert.InRange(open.Value, 1, most));
    }

    [Fact]
    public void A_second_search_opens_folders_and_no_file()
    {
        using var tree = new TempTree();
        TreeGenerator.Fill(tree, TestRun.SeedOffset + 4);
        CatalogTrial.WaitUntilSettled(tree.Folder);
        DoppelProgram.Find(tree.Folder);
        string[] calls = Trace(tree, "trace=open,openat,openat2", out FindReport report);
        Assert.Equal((0, 0), (report.Opened, report.BytesRead));
        Assert.NotEmpty(report.Groups);
        string[] begun = [.. calls.Where(call => call.Contains("openat(") && call.Contains(tree.Folder))];
        Assert.NotEmpty(begun);
        Assert.All(begun, call => Assert.Contains("O_DIRECTORY", call));
    }

    [Fact]
    public void Nothing_below_a_root_is_opened_for_writing_or_changed()
    {
        using var tree = new TempTree();
        TreeGenerator.Fill(tree, TestRun.SeedOffset + 3);
        string[] calls = Trace(tree, "trace=%file,%desc", out _);
        Assert.DoesNotContain(calls, call => call.Contains("O_WRONLY") && call.Contains(tree.Folder));
        Assert.DoesNotContain(calls, call => call.Contains("O_RDWR") && call.Contains(tree.Folder));
        Assert.DoesNotContain(calls, call => call.Contains(tree.Folder) && Changing.IsMatch(call));
        Assert.All(
            calls.Where(call => call.Contains("openat(") && call.Contains(tree.Folder))
                .Where(call => !call.Contains("O_DIRECTORY")),
            call => Assert.Contains("O_CLOEXEC", call));
    }

    // One request or two for each file system, whatever is on it, and one statx for each file.
    [Fact]
    public void Identifying_a_file_system_costs_nothing_per_file_or_folder()
    {
        (int Requests, int Looks) few = Cost(folders: 2, files: 5);
        (int Requests, int Looks) many = Cost(folders: 20, files: 50);
        Assert.Equal(few.Requests, many.Requests);
        Assert.InRange(few.Requests, 1, 2);
        Assert.Equal((20 * 50) - (2 * 5), many.Looks - few.Looks - (20 - 2));
    }

    [Fact]
    public async Task Without_a_bucket_no_socket_is_opened_no_key_is_read_and_no_library_for_TLS_is_loaded()
    {
        using X509Certificate2 certificate = TestCertificate.Valid();
        await using var server = FaultServer.Start(certificate: certificate);
        using var tree = new TempTree();
        tree.AddFile("disk/a", "same");
        tree.AddFile("disk/b", "same");
        tree.AddFile(".aws/config", "[default]\nregion = eu-west-1\n");
        tree.AddFile(".aws/credentials", "[default]\naws_access_key_id = K\naws_secret_access_key = S\n");
        string[] calls = Search(exitCode: 0);
        Assert.Contains(calls, call => call.Contains($"{tree["disk/a"]}", StringComparison.Ordinal));
        Assert.DoesNotContain(calls, IsForBuckets);

        // A search of a bucket does all of it, until it finds that it does not trust the server.
        calls = [.. Search(exitCode: 2, "s3://bucket").Where(IsForBuckets)];
        Assert.All(s_forBuckets, part => Assert.Contains(calls, call => call.Contains(part, StringComparison.Ordinal)));
        Assert.NotEqual(0, server.Connections);

        string[] Search(int exitCode, params IReadOnlyList<ByteName> roots)
        {
            var environment = new Dictionary<string, string?>(DoppelProgram.Start().Environment)
            {
                ["HOME"] = tree.Folder,
                ["AWS_ENDPOINT_URL_S3"] = server.Endpoint.GetLeftPart(UriPartial.Authority),
            };
            foreach (string name in (string[])["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN", "PROFILE",
                "CONFIG_FILE", "SHARED_CREDENTIALS_FILE"])
            {
                environment[$"AWS_{name}"] = null;
            }

            ProcessStart find = DoppelProgram.Start(["find", "--catalog", "none", tree["disk"], .. roots]);
            return Trace(
                find with { Environment = environment }, "trace=%network,open,openat,openat2", exitCode, out _);
        }

        static bool IsForBuckets(string call) =>
            s_forBuckets.Any(part => call.Contains(part, StringComparison.Ordinal));
    }

    // How often a search asked for what identifies a file system, and for the facts of a file or folder.
    private static (int Requests, int Looks) Cost(int folders, int files)
    {
        using var tree = new TempTree();
        for (int i = 0; i < folders * files; i++)
        {
            tree.AddFile($"{i % folders}/{i}", new byte[i]);
        }

        string[] calls = Trace(tree, "trace=ioctl,fstatfs,statx", out _);
        string[] here = [.. calls.Where(call => call.Contains(tree.Folder))];
        return (here.Count(call => !call.Contains("statx(")), here.Count(call => call.Contains("statx(")));
    }

    private static Dictionary<string, int> Opens(TempTree tree, out FindReport report, string device = "solid") =>
        Trace(tree, "trace=open,openat,openat2", out report, device)
            .Where(call => !call.Contains("O_DIRECTORY") && !call.Contains("= -1"))
            .Select(call => FileName.Match(call)).Where(match => match.Success)
            .GroupBy(match => Path.GetFileName(match.Groups[1].Value))
            .ToDictionary(same => same.Key, same => same.Count());

    private static string[] Trace(TempTree tree, string what, out FindReport report, string device = "solid")
    {
        ProcessStart find = DoppelProgram.Start(
            "find", "--json", "--device", $"{tree.Folder}={device}", tree.Folder);
        string[] calls = Trace(find, what, exitCode: 0, out ProcessEnd end);
        report = DoppelProgram.ReadOutput(end);
        return calls;
    }

    private static string[] Trace(ProcessStart start, string what, int exitCode, out ProcessEnd end)
    {
        Needs.Program("strace", "strace");
        using var place = new TempTree();
        end = Tool.Run(start with
        {
            Program = "strace",
            Arguments = ["-f", "-y", "-s", "300", "-e", what, "-o", place["trace"], start.Program, .. start.Arguments],
        });
        Assert.True(end.ExitCode == exitCode, $"{start.Program}: exit code {end.ExitCode}: {end.ErrorText}");
        return File.ReadAllLines($"{place["trace"]}");
    }

    [GeneratedRegex("open(?:at2?)?\\((?:[^\",]*, )?\"([^\"]+)\"")]
    private static partial Regex FileName { get; }

    [GeneratedRegex(@"\b(unlink\w*|rename\w*|mkdir\w*|rmdir|link\w*|symlink\w*|f?chmod\w*|f?chown\w*|f?truncate"
        + @"|utime\w*|f?setxattr|fallocate)\(")]
    private static partial Regex Changing { get; }
}
