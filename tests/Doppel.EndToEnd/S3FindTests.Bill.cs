using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <content>What a search of a bucket costs, and will cost.</content>
public sealed partial class S3FindTests
{
    [Fact]
    public async Task The_bill_is_shown_before_anything_but_lists_is_requested_and_is_what_the_search_costs()
    {
        await using var s3 = new FaultyS3();
        foreach (string name in (string[])["a", "b", "c"])
        {
            _tree.AddFile($"disk/{name}", $"secret of {name}");
            s3.Memory.Put(FaultyS3.Bucket, name, Encoding.UTF8.GetBytes($"secret of {name}"));
        }

        s3.Memory.Put(FaultyS3.Bucket, "d", "secret of d"u8.ToArray());
        HideDigests(s3, "[0-9a-f]{32}");
        string[] options = ["--max-download", "34", "--prices", "list=1000,get=10", "disk", s_bucket];
        ProcessEnd end = Find(s3, ["--dry-run", .. options]).MustSucceed();
        Assert.Matches(
            @"^so far: 1 LIST, 0 HEAD, 0 GET, [^:]*: \$1\.00\nstill at most: 0 LIST, 4 HEAD, 3 GET, 34 B: \$0\.07\n$",
            end.OutputText);
        Assert.Equal(["GET"], Methods(s3));

        end = Find(s3, ["--stats", .. options]).MustSucceed();
        Assert.Contains("1 LIST, 4 HEAD, 3 GET to", end.ErrorText, StringComparison.Ordinal);
        Assert.Matches(@"\n  price +\$1\.07\n", end.ErrorText);
        Assert.Equal(1 + 8, s3.Server.Requests.Count);

        end = Find(s3, "--dry-run", "--max-download", "1T", "disk", s_bucket).MustSucceed();
        Assert.EndsWith(
            "still at most: 0 LIST, 4 HEAD, 4 GET, 44 B: $0.000004\n", end.OutputText, StringComparison.Ordinal);
        end = Find(s3, "--dry-run", "--max-heads", "1", "disk", s_bucket).MustSucceed();
        Assert.EndsWith(
            "still at most: 0 LIST, 1 HEAD, 0 GET, 0 B: $0.000001\n", end.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_search_requests_more_than_its_bill_says()
    {
        for (int i = 0; i < TestRun.Count(reduced: 6, full: 100); i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            await using var s3 = new FaultyS3();
            _tree.AddFolder($"{seed}");
            for (int file = random.Next(1, 20); file > 0; file--)
            {
                _tree.AddFile($"{seed}/{file}", RandomContent(random));
            }

            for (int file = random.Next(1, 30); file > 0; file--)
            {
                s3.Memory.Put(FaultyS3.Bucket, $"{file}", Encoding.UTF8.GetBytes(RandomContent(random)));
            }

            HideDigests(s3, "[0-7][0-9a-f]{31}");
            string[] options =
            [
                "--max-download", $"{random.Next(50)}", "--max-heads", $"{random.Next(30)}",
                "--trust", random.Next(2) == 0 ? "md5" : "sha256", $"{seed}", s_bucket,
            ];
            string bill = Find(s3, ["--dry-run", .. options]).MustSucceed().OutputText;
            Assert.Equal(["GET"], Methods(s3));
            int[] most = Numbers(bill, "still at most: 0 LIST, ([0-9]+) HEAD, ([0-9]+) GET, ([0-9]+) B");
            string stats = Find(s3, ["--stats", .. options]).MustSucceed().ErrorText;
            int[] sent = Numbers(stats, "1 LIST, ([0-9]+) HEAD, ([0-9]+) GET");
            string[] methods = Methods(s3, 1);
            Assert.True(
                sent.SequenceEqual(
                    [methods.Count(static one => one == "HEAD"), methods.Count(static one => one == "GET") - 1]),
                $"seed {seed}: {stats}");
            Assert.True(sent[0] == most[0] && sent[1] <= most[1], $"seed {seed}: {bill}{stats}");
        }
    }

    [Fact]
    public async Task A_bill_without_a_bucket_and_prices_that_are_none_are_refused()
    {
        await using var s3 = new FaultyS3();
        _tree.AddFile("disk/a", "same");
        foreach ((string[] arguments, string message) in ((string[], string)[])
        [
            (["--dry-run", "disk"], "--dry-run needs a bucket to search"),
            (["--dry-run", "-o", "report", "disk", s_bucket], "--dry-run cannot be used with --output"),
            (["--dry-run", "--since-last", "disk", s_bucket], "--dry-run cannot be used with --since-last"),
            (["--prices", "list", "disk"], "'list' is not a list of prices"),
            (["--prices", "list=-1", "disk"], "'list=-1' is not a list of prices"),
            (["--prices", "list=1,put=2", "disk"], "'list=1,put=2' is not a list of prices"),
            (["--prices", "gb=9999999999", "disk"], "is not a list of prices"),
        ])
        {
            ProcessEnd end = Find(s3, arguments);
            Assert.Equal(2, end.ExitCode);
            Assert.Contains(message, end.ErrorText, StringComparison.Ordinal);
        }

        Assert.Empty(s3.Server.Requests);
    }

    // As if the objects were not uploaded in one piece.
    private static void HideDigests(FaultyS3 s3, string pattern) => s3.Server.On(
        static request => request.Query.Contains("list-type", StringComparison.Ordinal),
        Fault.Edit(answer => answer with
        {
            Body = Encoding.UTF8.GetBytes(Regex.Replace(Encoding.UTF8.GetString(answer.Body.Span), pattern, "none")),
        }));

    private static int[] Numbers(string text, string pattern) =>
    [
        .. Regex.Match(text, pattern).Groups.Values.Skip(1)
            .Select(static group => int.Parse(group.Value, CultureInfo.InvariantCulture)),
    ];
}
