using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.S3.Server;

namespace Doppel.EndToEnd;

/// <summary>
/// Objects of every kind on a real server and a local tree, judged by an oracle that downloads everything, and by a
/// proxy that counts.
/// </summary>
public sealed partial class S3OracleTests : IAsyncDisposable
{
    private const int Mebi = 1024 * 1024;

    // Without other control characters: if they end a page, Ceph's token is no XML (docs/s3-servers.md).
    private static readonly string[] s_pieces =
    [
        "", " ", ".", "..", "%", "%41", "%2F", "+", "&=?#", "\n", "\t", "\\", "\"'<>", "ü", "u\u0308",
        "日本", "𝄞", "~", "*:|",
    ];

    // Those that are no paths must be problems, and all others must be searched.
    private static readonly string[] s_noPaths =
        ["x//y", "/absolute", "a/./b", "a/../b", "../up", ".", "..", "full/", "trailing//", "//"];

    // Those that no folder can have, because one is the folder of the other.
    private static readonly string[] s_oddPaths =
        ["f", "f/g", "f/g/h", "\u001b[31m", "\u0001", "%2E%2E/x", "...", " ", "-", "a b/ c ", "\n"];

    // Part size and object size. The parts of the last three are not whole MiB, so their content stays open.
    private static readonly (int Part, int Size)[] s_parts =
    [
        (5 * Mebi, (5 * Mebi) + 1), (5 * Mebi, 10 * Mebi), (5 * Mebi, (10 * Mebi) - 1), (5 * Mebi, (10 * Mebi) + 1),
        (8 * Mebi, 16 * Mebi), (8 * Mebi, (16 * Mebi) + 1), (7 * Mebi, 15 * Mebi), (6 * Mebi, (12 * Mebi) - 1),
        ((15 * Mebi) / 2, 16 * Mebi), ((15 * Mebi) / 2, (15 * Mebi) + 2), ((5 * Mebi) + 1, (11 * Mebi) + 3),
    ];

    private readonly S3Server _server = S3Server.Get();
    private readonly TempTree _tree = new();
    private readonly int _seed = TestRun.SeedOffset + 33;
    private readonly Random _random;
    private readonly string _bucket;
    private readonly CountingProxy _proxy;

    // By key, as the oracle has downloaded them.
    private readonly Dictionary<string, (long Size, string Digest)> _objects = new(StringComparer.Ordinal);
    private readonly HashSet<string> _plain = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _inParts = new(StringComparer.Ordinal);

    // By path.
    private readonly Dictionary<string, (long Size, string Digest)> _files = new(StringComparer.Ordinal);

    public S3OracleTests()
    {
        _random = new Random(_seed);
        _bucket = _server.NewBucket();
        _proxy = new CountingProxy(_server.Endpoint);
    }

    public async ValueTask DisposeAsync()
    {
        _tree.Dispose();
        await _proxy.DisposeAsync();
    }

    [Fact]
    public async Task Groups_are_those_of_a_full_download_and_the_server_is_asked_what_the_summary_says()
    {
        await FillAsync(TestRun.Count(reduced: 400, full: 20_000));
        Download();

        // What the ETags decide takes no byte of an object.
        Asked asked = Find(out FindReport report, "disk", $"s3://{_bucket}");
        (string Key, long Size)[] open = [.. _inParts.Keys.Where(IsOpen).Select(key => (key, _objects[key].Size))];
        Assert.All(_inParts, one => Assert.True(one.Value % Mebi == 0 || IsOpen(one.Key), one.Key));
        CheckGroups(Expected(key => !open.Any(one => one.Key == key)), report);
        CheckProblems(report);
        Assert.Equal(0, asked.Gets);
        CheckHeads(asked);
        long undecided = _files.Values.Count(file => open.Any(one => one.Size == file.Size));
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $"{undecided} files may have a copy among objects"), asked.Told,
            StringComparison.Ordinal);

        // The rest is read where that is allowed, and nothing else.
        asked = Find(out report, "--max-download", "1G", "disk", $"s3://{_bucket}");
        CheckGroups(Expected(static _ => true), report);

        // Each has a file of its size with the same ends, so these are read first.
        Assert.Equal(
            open.SelectMany(static one => (string[])[one.Key, one.Key, one.Key]).Order(StringComparer.Ordinal),
            asked.KeysOf("GET"));
        Assert.DoesNotContain("may have a copy", asked.Told, StringComparison.Ordinal);

        // Objects alone are compared by their ETags: a content has one for each size of parts.
        string prefix = $"s3://{_bucket}/";
        string[] all = [.. _objects.Keys.Where(key => IsSearched(key) && _objects[key].Size > 0)];
        asked = Find(out report, $"s3://{_bucket}");
        Assert.Equal((0, 0), (asked.Gets, asked.Heads));
        CheckGroups(
            Groups(
                all.Select(key => prefix + key),
                name => $"{_objects[name[prefix.Length..]]} {_inParts.GetValueOrDefault(name[prefix.Length..])}"),
            report);

        // If they may be read, those of a size that has ETags of different kinds are.
        HashSet<long> mixed = [.. _inParts.Keys.Select(key => _objects[key].Size)];
        string[] read = [.. all.Where(key => mixed.Contains(_objects[key].Size)).Order(StringComparer.Ordinal)];
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $"{read.Length} files in lists or buckets"), asked.Told,
            StringComparison.Ordinal);
        asked = Find(out report, "--max-download", "1G", $"s3://{_bucket}");
        CheckGroups(Groups(all.Select(key => prefix + key), name => $"{_objects[name[prefix.Length..]]}"), report);
        Assert.Equal(read, asked.KeysOf("HEAD"));
        Assert.Equal(read, asked.KeysOf("GET"));
    }

    // The size of its parts is not a common one, and the server shows none, or none in whole MiB.
    private bool IsOpen(string key) =>
        _proxy.PartBytes.TryGetValue($"/{_bucket}/{Uri.EscapeDataString(key).Replace("%2F", "/")}", out long part)
            && (part % Mebi > 0 || part == _objects[key].Size);

    private static string Digest(ReadOnlySpan<byte> content) => Convert.ToHexString(SHA256.HashData(content));

    private static string TextOf(ByteName name) => Encoding.UTF8.GetString(name.Bytes);

    private static bool IsSearched(string key) => !s_noPaths.Contains(key) && !key.EndsWith('/');

    // Of a content with one name nobody is told.
    private static string[] Groups(IEnumerable<string> names, Func<string, string> contentOf) =>
    [
        .. names.GroupBy(contentOf).Where(static group => group.Count() > 1)
            .Select(static group => string.Join('\0', group.Order(StringComparer.Ordinal)))
            .Order(StringComparer.Ordinal),
    ];

    private async Task FillAsync(int count)
    {
        // Contents and sizes of which several objects have the same.
        byte[][] contents = [.. Enumerable.Range(0, count / 4).Select(_ => Content(_random.Next(1, count)))];
        for (int i = 0; i < count; i++)
        {
            string name = $"up/{Piece()}{_random.Next(20)}/{i}{Piece()}";
            _tree.AddFile(name, i % 50 == 0 ? [] : contents[_random.Next(contents.Length)]);
            _plain.Add($"p/{name["up/".Length..]}");
        }

        string longest = string.Join('/', Enumerable.Range(0, 3).Select(static _ => new string('ü', 127) + "x"));
        longest += "/" + new string('y', 1024 - "p/".Length - Encoding.UTF8.GetByteCount(longest) - 1);
        _tree.AddFile($"up/{longest}", contents[0]);
        _plain.Add($"p/{longest}");
        _server.Run("cp", "-r", "--parallel", "32", _tree["up"], $"s3://{_bucket}/p").MustSucceed();

        foreach (string key in s_noPaths.Concat(s_oddPaths).Append("marker/").Append("p/marker/"))
        {
            await PutAsync(key, key.EndsWith("marker/", StringComparison.Ordinal) ? [] : contents[0]);
            _plain.Add(key);
        }

        for (int i = 0; i < count / 20; i++)
        {
            byte[] content = contents[_random.Next(contents.Length)];
            _tree.AddFile($"disk/{i % 7}{Piece()}/{i}", i % 2 == 0 ? content : Content(content.Length));
        }

        _tree.AddFile("disk/longest", contents[0]);
        _tree.AddFile("disk/empty", []);
        _tree.AddFile("disk/empty2", []);
        FillParts();
        foreach (string path in Directory.EnumerateFiles($"{_tree["disk"]}", "*", SearchOption.AllDirectories))
        {
            byte[] content = await File.ReadAllBytesAsync(path);
            _files.Add(path, (content.Length, Digest(content)));
        }
    }

    // Each content in parts and in one piece. Some have a file on the disk, others one of their size, or none.
    private void FillParts()
    {
        for (int i = 0; i < s_parts.Length; i++)
        {
            (int part, int size) = s_parts[i];
            byte[] content = Content(size);
            ByteName file = _tree.AddFile($"big/{i}", content);
            string bytes = part.ToString(CultureInfo.InvariantCulture);
            _server.Run("cp", "--part-size", bytes, file, $"s3://{_bucket}/parts/{i}").MustSucceed();
            _server.Run("cp", "--part-size", bytes, file, $"s3://{_bucket}/parts/{i} again").MustSucceed();
            _inParts.Add($"parts/{i}", part);
            _inParts.Add($"parts/{i} again", part);
            _server.Run("cp", file, $"s3://{_bucket}/whole/{i}").MustSucceed();
            _plain.Add($"whole/{i}");
            if (i != 2)
            {
                _tree.AddFile($"disk/big {i}", content);
            }

            content[size / 2] ^= 1;
            _tree.AddFile($"disk/other {i}", content);
        }
    }

    private async Task PutAsync(string key, byte[] content)
    {
        string url = _server.Run("presign", "--method", "PUT", $"s3://{_bucket}/{key}").MustSucceed().OutputText;
        var asItIs = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        using var http = new HttpClient();
        using var body = new ByteArrayContent(content);
        using HttpResponseMessage response = await http.PutAsync(new Uri(url.TrimEnd('\n'), in asItIs), body);
        Assert.True(response.IsSuccessStatusCode, $"{key}: {await response.Content.ReadAsStringAsync()}");
    }

    // Keys that no folder can have are downloaded one by one.
    private void Download()
    {
        ProcessEnd end = _server.Run("cp", "-r", "--parallel", "32", $"s3://{_bucket}", _tree["down"]);
        Assert.True(end.ExitCode == 1, end.ErrorText);
        foreach (string key in _plain.Concat(_inParts.Keys))
        {
            string path = $"{_tree["down"]}/{key}";
            bool isPath = IsSearched(key) && File.Exists(path);
            Assert.True(isPath || !key.StartsWith("p/", StringComparison.Ordinal) || key.EndsWith('/'), end.ErrorText);
            byte[] content = isPath ? File.ReadAllBytes(path) : _server.Get(_bucket, key);
            _objects.Add(key, (content.Length, Digest(content)));
        }

        string[] listed = _server.Run("ls", "-r", "--json", $"s3://{_bucket}").MustSucceed().OutputText
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(_objects.Count, listed.Length);
    }

    private byte[] Content(int size)
    {
        byte[] content = new byte[size];
        _random.NextBytes(content);
        return content;
    }

    private string Piece() => s_pieces[_random.Next(s_pieces.Length)];

    private bool HasTwin(string key) => _files.Values.Any(file => file.Size == _objects[key].Size);

    // The groups with a file, if only some objects count.
    private string[] Expected(Func<string, bool> isCompared)
    {
        Dictionary<string, (long Size, string Digest)> all = new(_files);
        foreach ((string key, (long, string) content) in _objects)
        {
            if (IsSearched(key) && isCompared(key))
            {
                all.Add($"s3://{_bucket}/{key}", content);
            }
        }

        HashSet<string> onDisk = [.. _files.Values.Select(static file => $"{file}")];
        return Groups(
            all.Where(one => one.Value.Size > 0 && onDisk.Contains($"{one.Value}")).Select(static one => one.Key),
            name => $"{all[name]}");
    }

    private void CheckGroups(string[] expected, FindReport report)
    {
        string[] found =
        [
            .. report.Groups.Select(static group => string.Join(
                '\0',
                group.Copies.SelectMany(static copy => copy.Names).Select(TextOf)
                    .Order(StringComparer.Ordinal))).Order(StringComparer.Ordinal),
        ];
        Assert.NotEmpty(expected);
        Assert.True(
            expected.SequenceEqual(found),
            $"seed {_seed}: missing\n{string.Join('\n', expected.Except(found).Take(5))}\n"
                + $"wrong\n{string.Join('\n', found.Except(expected).Take(5))}");
    }

    private void CheckProblems(FindReport report)
    {
        Assert.Equal(
            s_noPaths.Select(key => $"s3://{_bucket}/{key}").Order(StringComparer.Ordinal),
            report.Problems.Select(static problem => TextOf(problem.Path)).Order(StringComparer.Ordinal));
        Assert.All(report.Problems, static problem => Assert.Equal("not-a-path", problem.Reason));
    }

    // One for each object that has the size of a file but, as far as the list shows, the content of none.
    private void CheckHeads(Asked asked)
    {
        HashSet<string> onDisk = [.. _files.Values.Select(static file => $"{file}")];
        string[] plain = [.. _plain.Where(key => IsSearched(key) && _objects[key].Size > 0 && HasTwin(key)
            && !onDisk.Contains($"{_objects[key]}"))];
        Assert.NotEmpty(plain);
        Assert.Equal(plain.Order(StringComparer.Ordinal), asked.KeysOf("HEAD").Where(_plain.Contains));
        string[] inParts = [.. asked.KeysOf("HEAD").Except(plain)];
        Assert.Equal(inParts.Length, asked.Heads - plain.Length);
        Assert.All(inParts, key => Assert.True(_inParts.ContainsKey(key) && HasTwin(key), key));
        Assert.Equal((_objects.Count + 999) / 1000, asked.Lists);
    }

    // Runs a search, and reads what it says that it requested. The proxy must have counted the same.
    private Asked Find(out FindReport report, params IReadOnlyList<ByteName> arguments)
    {
        int before = _proxy.Requests.Count;
        long bytesBefore = _proxy.BodyBytes;
        ProcessEnd end = Tool.Run(_server.StartAny(
            ["find", "--json", "--stats", "--endpoint", _proxy.Endpoint.OriginalString, "--catalog", "none",
                .. arguments.Select(one => one == "disk" ? _tree["disk"] : one)]));
        Assert.True(end.ExitCode == 1, end.ErrorText);
        report = FindReport.Parse(end.Output);
        Match counts = Requests.Match(end.ErrorText);
        Assert.True(counts.Success, end.ErrorText);
        var asked = new Asked(_bucket, end.ErrorText, [.. _proxy.Requests.Skip(before)]);
        long bytes = _proxy.BodyBytes - bytesBefore;
        Assert.Equal(
            [asked.Lists, asked.Heads, asked.Gets, bytes],
            counts.Groups.Values.Skip(1).Select(static group => long.Parse(
                group.Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture)));
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{_objects.Count} objects, {_files.Count} files: {report.Groups.Count} groups, {asked.Lists} LIST, "
                + $"{asked.Heads} HEAD, {asked.Gets} GET, {bytes} B; {report.Summary}");
        return asked;
    }

    [GeneratedRegex("requests +([0-9,]+) LIST, ([0-9,]+) HEAD, ([0-9,]+) GET to .*\n  received +([0-9,]+) B from ")]
    private static partial Regex Requests { get; }

    // What a server was asked, and what the run told on standard error.
    private sealed record Asked(string Bucket, string Told, RawRequest[] Requests)
    {
        internal long Lists => Requests.Count(static one => one.Method == "GET" && IsList(one));

        internal long Gets => Requests.Count(static one => one.Method == "GET" && !IsList(one));

        internal long Heads => Requests.Count(static one => one.Method == "HEAD");

        internal string[] KeysOf(string method) =>
        [
            .. Requests.Where(one => one.Method == method && !IsList(one))
                .Select(one => Uri.UnescapeDataString(one.Path[$"/{Bucket}/".Length..])).Order(StringComparer.Ordinal),
        ];

        private static bool IsList(RawRequest request) =>
            request.Query.Contains("list-type=2", StringComparison.Ordinal);
    }
}
