using System.Collections.Concurrent;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd;

/// <summary>A search of a bucket whose server fails, or whose objects change while it runs.</summary>
public sealed partial class S3FindFaultTests
{
    // What happens to the requests about an object.
    private enum Fate
    {
        Fine,

        // Up to two attempts fail.
        Unsteady,

        Removed,

        Replaced,

        // Every answer is an error, or has a damaged body.
        Broken,

        Denied,
    }

    [Fact]
    public async Task Each_object_is_in_the_right_group_or_named_and_a_failure_of_one_harms_no_other()
    {
        var named = new ConcurrentDictionary<Fate, int>();
        int undecided = 0;
        int read = 0;
        for (int i = 0; i < TestRun.Count(reduced: 3, full: 100); i++)
        {
            int seed = TestRun.SeedOffset + i;
            await using var world = new World(seed);
            ProcessEnd end = world.Find("--max-download", "1M");
            FindReport report = FindReport.Parse(end.Output);
            world.Check(report, end, named, ref undecided);
            read += world.Contents;
        }

        Assert.Equal([Fate.Removed, Fate.Replaced, Fate.Broken], named.Keys.Order());
        Assert.NotEqual(0, undecided);
        Assert.NotEqual(0, read);
    }

    [Theory]
    [InlineData(403, "AccessDenied", 0)]
    [InlineData(403, "AccessDenied", 1)]
    [InlineData(404, "NoSuchBucket", 1)]
    [InlineData(501, "NotImplemented", 1)]
    public async Task A_list_that_ends_early_gives_no_groups(int status, string code, int pages)
    {
        await using var world = new World(TestRun.SeedOffset);
        ProcessEnd end = world.Find(Fault.Status(status, code), pages);
        Assert.Equal(2, end.ExitCode);
        Assert.Empty(end.Output);
        Assert.StartsWith("doppel: cannot list 's3://bucket': ", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains(code, end.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task If_the_server_stays_away_after_the_list_the_list_alone_decides_and_a_warning_says_so()
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        tree.AddFile("disk/a", "same");
        tree.AddFile("disk/b", "file");
        s3.Memory.Put(FaultyS3.Bucket, "same", "same"u8.ToArray());
        s3.Memory.Put(FaultyS3.Bucket, "else", "else"u8.ToArray());
        s3.Server.On(static request => request.Method == "HEAD", Fault.Status(503, "SlowDown"));
        ProcessEnd end = Tool.Run(s3.StartAny(
        [
            "find", "--retry-for", "2s", "--format", "fdupes", "--catalog", "none", tree["disk"],
            $"s3://{FaultyS3.Bucket}",
        ]));
        Assert.Equal(0, end.ExitCode);
        Assert.Equal($"s3://{FaultyS3.Bucket}/same\n{tree["disk/a"]}\n\n", end.OutputText);
        Assert.Contains("cannot ask about objects: ", end.ErrorText, StringComparison.Ordinal);
    }

    // As Amazon S3 limits requests for a prefix. Doppel.S3.Tests has more about it (PaceTests).
    [Fact]
    public async Task A_server_that_limits_requests_gets_few_too_many_and_answers_all()
    {
        const int perSecond = 100;
        const int objects = 400;
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 1000; i < 1000 + objects; i++)
        {
            tree.AddFile($"disk/{i}", $"disk {i}");
            s3.Memory.Put(FaultyS3.Bucket, $"{i}", Encoding.UTF8.GetBytes(i < 1010 ? $"disk {i}" : $"s3 b {i}"));
        }

        int refused = 0;
        double left = 10;
        long last = TimeProvider.System.GetTimestamp();
        Lock gate = new();
        s3.Server.On(static request => request.Method == "HEAD", new Fault("limit", async exchange =>
        {
            bool isAllowed;
            lock (gate)
            {
                left = Math.Min(10, left + (TimeProvider.System.GetElapsedTime(last).TotalSeconds * perSecond));
                last = TimeProvider.System.GetTimestamp();
                isAllowed = left >= 1;
                left -= isAllowed ? 1 : 0;
                refused += isAllowed ? 0 : 1;
            }

            await (isAllowed
                ? exchange.WriteAsync(await exchange.AnswerAsync())
                : Fault.Status(503, "SlowDown").RunAsync(exchange));
        }));
        ProcessEnd end = Tool.Run(s3.StartAny(
            ["find", "--catalog", "none", tree["disk"], $"s3://{FaultyS3.Bucket}"]));
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Contains("Total: 10 groups", $"{end.OutputText}", StringComparison.Ordinal);
        Assert.DoesNotContain("warning", end.ErrorText, StringComparison.Ordinal);
        Assert.InRange(refused, 1, objects / 4);
    }

    // Files and objects of few contents, and what is to happen.
    private sealed partial class World : IAsyncDisposable
    {
        private const string ListName = "list";
        private const int NoPaths = 3;

        private readonly FaultyS3 _s3 = new();
        private readonly TempTree _tree = new();
        private readonly int _seed;
        private readonly Random _random;
        private readonly Dictionary<string, string> _files = [];
        private readonly Dictionary<string, string> _objects = [];
        private readonly ConcurrentDictionary<string, string> _replaced = new();
        private readonly Dictionary<string, Fate> _fates = [];
        private readonly Dictionary<string, int[]> _faults = [];
        private readonly ConcurrentDictionary<string, int> _attempts = new();
        private (Fault Fault, int Pages)? _listFault;

        internal World(int seed)
        {
            _seed = seed;
            _random = new Random(seed);
            for (int i = 0; i < 30; i++)
            {
                string content = Content();
                _files.Add($"{_tree.AddFile($"disk/{i}", content)}", content);
            }

            for (int i = 0; i < 80; i++)
            {
                string kind = ((string[])["listed", "unlisted", "encrypted"])[_random.Next(3)];
                Add($"{kind}/{i}", Content(), (Fate)Math.Max(0, _random.Next(-8, 6)));
            }

            for (int i = 0; i < NoPaths; i++)
            {
                Add($"no//path {i}", "content", Fate.Fine);
            }

            // So that there are two pages.
            for (int i = 0; i < 1000; i++)
            {
                Add($"more/{i}", $"{i} is not the size of any file", Fate.Fine);
            }

            _faults.Add(ListName, [_random.Next(10), _random.Next(10), _random.Next(10)]);
            _s3.Server.On(static _ => true, new Fault("fate", RunAsync));
        }

        /// <summary>How many requests for contents were answered.</summary>
        internal int Contents { get; private set; }

        public async ValueTask DisposeAsync()
        {
            await _s3.DisposeAsync();
            _tree.Dispose();
        }

        internal ProcessEnd Find(params IReadOnlyList<ByteName> options)
        {
            ProcessEnd end = Tool.Run(_s3.StartAny(
                ["find", "--json", "--catalog", "none", .. options, _tree["disk"], $"s3://{FaultyS3.Bucket}"]));
            Contents = _s3.Server.Requests.Count(static one => one.Method == "GET" && !IsList(one));
            return end;
        }

        /// <summary>The same with pages of the list that fail from one of them on.</summary>
        internal ProcessEnd Find(Fault listFault, int pages)
        {
            _faults[ListName] = [];
            _listFault = (listFault, pages);
            return Find();
        }

        internal void Check(
            FindReport report, ProcessEnd end, ConcurrentDictionary<Fate, int> named, ref int undecided)
        {
            var groupOf = new Dictionary<string, int>();
            for (int group = 0; group < report.Groups.Count; group++)
            {
                string[] names = [.. report.Groups[group].Copies.SelectMany(static copy => copy.Names)
                    .Select(static name => $"{name}")];
                Assert.True(names.Select(ContentNow).Distinct().Count() == 1, $"seed {_seed}: {report.Groups[group]}");
                foreach (string name in names)
                {
                    groupOf.Add(name, group);
                }
            }

            string[] listed = [.. report.Problems.Select(static problem => $"{problem.Path}")];
            Assert.Equal(listed.Order(StringComparer.Ordinal), listed);
            Assert.Equal(NoPaths, listed.Count(static name => name.Contains("no//path", StringComparison.Ordinal)));
            HashSet<string> problems = [.. listed];
            Assert.Equal(listed.Length, problems.Count);
            foreach (string name in problems.Where(static name => !name.Contains("no//", StringComparison.Ordinal)))
            {
                Fate fate = _fates[KeyOf(name)];
                Assert.True(
                    fate is Fate.Removed or Fate.Replaced or Fate.Broken, $"seed {_seed}: {fate}\n{end.ErrorText}");
                named.AddOrUpdate(fate, 1, static (_, count) => count + 1);
            }

            foreach ((string file, string content) in _files)
            {
                foreach (string other in _files.Where(one => one.Value == content && one.Key != file)
                    .Select(static one => one.Key).Concat(_objects.Where(one => one.Value == content)
                    .Select(static one => $"s3://{FaultyS3.Bucket}/{one.Key}")))
                {
                    bool isTogether = groupOf.TryGetValue(file, out int group)
                        && groupOf.GetValueOrDefault(other, -1) == group;
                    if (!isTogether && !problems.Contains(other) && ContentNow(other) == content)
                    {
                        Fate fate = _fates.GetValueOrDefault(KeyOf(other));
                        Assert.True(fate == Fate.Denied, $"seed {_seed}: {fate} {other} is missing\n{end.ErrorText}");
                        Assert.Contains("may have a copy among objects", end.ErrorText, StringComparison.Ordinal);
                        undecided++;
                    }
                }
            }

            Assert.Equal(1, end.ExitCode);
        }

        private static bool IsList(RawRequest request) =>
            request.Query.Contains("list-type=2", StringComparison.Ordinal);

        private static string KeyOf(string name) => name.StartsWith("s3://", StringComparison.Ordinal)
            ? name[$"s3://{FaultyS3.Bucket}/".Length..]
            : "";

        private string ContentNow(string name) => _files.TryGetValue(name, out string? content)
            ? content
            : _replaced.GetValueOrDefault(KeyOf(name)) ?? _objects[KeyOf(name)];

        // A content of one of three sizes.
        private string Content() => new string('x', _random.Next(3)) + $"content {_random.Next(10)}";

        private void Add(string key, string content, Fate fate)
        {
            _objects.Add(key, content);
            _s3.Memory.Put(FaultyS3.Bucket, key, Encoding.UTF8.GetBytes(content));
            _fates.Add(key, fate);
            _faults.Add(key, [.. Enumerable.Range(0, _random.Next(1, 3)).Select(_ => _random.Next(10))]);
        }

        private async ValueTask RunAsync(Exchange exchange)
        {
            RawRequest request = exchange.Request;
            bool isList = IsList(request);
            string key = isList ? ListName : Uri.UnescapeDataString(request.Path[$"/{FaultyS3.Bucket}/".Length..]);
            int attempt = _attempts.AddOrUpdate($"{request.Method} {key}", 0, static (_, last) => last + 1);
            if (isList && _listFault is { } fails && attempt >= fails.Pages)
            {
                await fails.Fault.RunAsync(exchange);
                return;
            }

            switch (isList ? Fate.Unsteady : _fates[key])
            {
                case Fate.Unsteady when attempt < _faults[key].Length:
                    await FailAsync(exchange, _faults[key][attempt]);
                    return;
                case Fate.Removed:
                    await Fault.Status(404, "NoSuchKey").RunAsync(exchange);
                    return;
                case Fate.Replaced when _replaced.TryAdd(key, new string('y', _objects[key].Length)):
                    _s3.Memory.Put(FaultyS3.Bucket, key, Encoding.UTF8.GetBytes(_replaced[key]));
                    break;
                case Fate.Broken when request.Method == "GET":
                    await WriteDamagedAsync(exchange);
                    return;
                case Fate.Broken when !key.StartsWith("encrypted/", StringComparison.Ordinal):
                    await Fault.Status(501, "NotImplemented").RunAsync(exchange);
                    return;
                case Fate.Denied:
                    await Fault.Status(403, "AccessDenied").RunAsync(exchange);
                    return;
            }

            await exchange.WriteAsync(await AnswerAsync(exchange));
        }

        // Something that a second attempt mends.
        private static async ValueTask FailAsync(Exchange exchange, int kind)
        {
            Fault? fault = kind switch
            {
                0 => Fault.Status(500, "InternalError"),
                1 => Fault.Status(503, "SlowDown"),
                2 => Fault.Status(503, "SlowDown", retryAfter: 1),
                3 => Fault.Html(502),
                4 => Fault.CloseAfterRequest,
                5 => Fault.ResetBeforeHeaders,
                6 => Fault.HalfCloseBeforeHeaders,

                // Without a body, a 400 does not show that it is a timeout.
                _ when exchange.Request.Method == "HEAD" => Fault.CloseAfterRequest,
                7 => Fault.RequestTimeout,
                8 => Fault.CutAfterBytes(9),
                _ => null,
            };
            if (fault is not null)
            {
                await fault.RunAsync(exchange);
            }
            else if (IsList(exchange.Request))
            {
                Answer answer = await AnswerAsync(exchange);
                await exchange.WriteAsync(answer with { Body = answer.Body[..(answer.Body.Length / 2)] });
            }
            else
            {
                await WriteDamagedAsync(exchange);
            }
        }

        // A page of a list is complete or no XML, but nothing else tells whether it is right.
        private static async ValueTask WriteDamagedAsync(Exchange exchange)
        {
            Answer answer = await AnswerAsync(exchange);
            byte[] body = answer.Body.ToArray();
            body[^1] ^= 1;
            await exchange.WriteAsync(answer with { Body = body });
        }

        // The ETag of an encrypted object is no MD5, which its headers show. Others have one that the list lacks.
        private static async ValueTask<Answer> AnswerAsync(Exchange exchange)
        {
            Answer answer = await exchange.AnswerAsync();
            if (IsList(exchange.Request))
            {
                string page = Encrypted.Replace(Encoding.UTF8.GetString(answer.Body.Span), "$1ffffffff");
                return answer.WithBody(Unlisted.Replace(page, "$1opaque"));
            }

            bool isEncrypted = exchange.Request.Method == "HEAD"
                && exchange.Request.Path.Contains("encrypted", StringComparison.Ordinal);
            return isEncrypted ? answer.With("x-amz-server-side-encryption", "aws:kms") : answer;
        }

        [GeneratedRegex("(<Key>encrypted(?:(?!</Contents>).)*<ETag>[^0-9a-f]*)[0-9a-f]{8}")]
        private static partial Regex Encrypted { get; }

        [GeneratedRegex("(<Key>unlisted(?:(?!</Contents>).)*<ETag>[^0-9a-f]*)[0-9a-f]{32}")]
        private static partial Regex Unlisted { get; }
    }
}
