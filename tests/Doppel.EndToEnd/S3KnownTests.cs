using System.Globalization;
using System.Text;

namespace Doppel.EndToEnd;

/// <summary><c>doppel s3 cp -r --skip-known</c> and <c>--copy-known</c>: nothing is uploaded twice.</summary>
public sealed class S3KnownTests
{
    private static readonly string s_target = $"s3://{FaultyS3.Bucket}/new";

    public static TheoryData<int, bool> Seeds => [.. Enumerable
        .Range(TestRun.SeedOffset, TestRun.Count(reduced: 3, full: 50))
        .SelectMany(static seed => (IEnumerable<(int, bool)>)[(seed, true), (seed, false)])];

    [Theory, MemberData(nameof(Seeds))]
    public async Task Only_new_contents_are_uploaded_and_the_bucket_has_all_of_them_in_the_end(int seed, bool copies)
    {
        var random = new Random(seed);
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        for (int i = 0; i < random.Next(12); i++)
        {
            s3.Memory.Put(FaultyS3.Bucket, $"{(random.Next(3) == 0 ? "new" : "old")}/{i}", Content(random));
        }

        var before = s3.Memory.Keys(FaultyS3.Bucket).ToDictionary(static key => key, key => Text(s3, key));
        Dictionary<string, string> files = [];
        tree.AddFolder("up");
        for (int i = 0; i < random.Next(12); i++)
        {
            string name = random.Next(2) == 0 ? $"{i}" : $"sub ü/{i}";
            byte[] content = Content(random);
            tree.AddFile($"up/{name}", content);
            files.Add(name, Encoding.UTF8.GetString(content));
        }

        ProcessEnd end = s3.Run("cp", "-r", copies ? "--copy-known" : "--skip-known", tree["up"], s_target)
            .MustSucceed();
        string[] known = [.. files.Where(file => file.Value.Length > 0 && before.ContainsValue(file.Value))
            .Select(static file => file.Key)];
        string[] kept = [.. files.Keys.Where(name => before.ContainsKey($"new/{name}"))];
        string[] uploaded = [.. files.Keys.Except(known).Except(kept)];
        Assert.Equal(uploaded.Length, s3.Memory.Counts.GetValueOrDefault("PutObject"));
        Assert.Equal(
            copies ? known.Count(name => before.GetValueOrDefault($"new/{name}") != files[name]) : 0,
            s3.Memory.Counts.GetValueOrDefault("CopyObject"));

        string[] added = copies ? [.. files.Keys] : [.. uploaded];
        Assert.Equal(
            before.Keys.Concat(added.Select(static name => $"new/{name}")).Distinct().Order(StringComparer.Ordinal),
            s3.Memory.Keys(FaultyS3.Bucket).Order(StringComparer.Ordinal));
        Assert.All(before, one => Assert.Equal(one.Value, Text(s3, one.Key)));
        Assert.All(added.Except(kept), name => Assert.Equal(files[name], Text(s3, $"new/{name}")));
        if (!copies && known.Length > 0)
        {
            Assert.Contains(
                string.Create(CultureInfo.InvariantCulture, $"{known.Length} file{(known.Length == 1 ? "" : "s")}, "),
                end.ErrorText, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("--skip-known")]
    [InlineData("--copy-known")]
    public async Task Only_uploads_of_folders_know_what_is_there(string option)
    {
        await using var s3 = new FaultyS3();
        using var tree = new TempTree();
        tree.AddFile("up/a", "a");
        ByteName[][] wrong =
        [
            [tree["up/a"], s_target], ["-r", tree["up/a"], s_target], ["-r", s_target, tree["up"]],
            ["-r", s_target, $"{s_target}2"],
        ];
        foreach (ByteName[] arguments in wrong)
        {
            ProcessEnd end = s3.Run(["cp", option, .. arguments]);
            Assert.Equal(2, end.ExitCode);
            Assert.Contains($"{option} is for uploads of a folder", end.ErrorText, StringComparison.Ordinal);
        }

        Assert.Empty(s3.Server.Requests);
    }

    // One of ten contents, or none.
    private static byte[] Content(Random random) => random.Next(6) == 0
        ? []
        : Encoding.UTF8.GetBytes(random.Next(10).ToString(CultureInfo.InvariantCulture));

    private static string Text(FaultyS3 s3, string key) =>
        Encoding.UTF8.GetString(s3.Memory.Find(FaultyS3.Bucket, key)!.Body);
}
