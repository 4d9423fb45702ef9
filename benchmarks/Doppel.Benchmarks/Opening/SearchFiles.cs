using System.Globalization;

namespace Doppel.Benchmarks.Opening;

/// <summary>
/// A tree for whole searches: of eight files, four have a twin, two only their size in common, two nothing.
/// </summary>
/// <remarks>One pair in sixteen is larger than 64 KiB, so that readers come to compare it by blocks.</remarks>
internal sealed class SearchFiles
{
    private const int PerFolder = 64;
    private const int LargeBytes = 100_000;

    private readonly Dictionary<string, List<string>> _byContent = [];

    public SearchFiles(string root, int count, int seed)
    {
        Root = root;
        Count = count;
        var random = new Random(seed);
        byte[] content = new byte[LargeBytes + count];
        for (int i = 0; i < count; i++)
        {
            int length = LengthOf(i);
            if (!IsSecondTwin(i))
            {
                random.NextBytes(content.AsSpan(0, length));
            }

            // The number of the content, so that no two differ in nothing by chance.
            int number = IsSecondTwin(i) ? i - 1 : i;
            BitConverter.TryWriteBytes(content, number);
            Write(i, number, content.AsSpan(0, length));
        }
    }

    public string Root { get; }

    public int Count { get; }

    /// <summary>
    /// The groups that a search must find, as <see cref="SearchTool"/> tells them: relative and in order.
    /// </summary>
    public string Groups => SearchTool.TextOf(_byContent.Values.Where(group => group.Count > 1));

    /// <summary>Files that share their size with another: those that anybody has to open.</summary>
    public int FilesOfEqualSize => Enumerable.Range(0, Count).Count(i => i % 8 < 6);

    private static bool IsSecondTwin(int file) => file % 8 is 1 or 3;

    // Each pair has a size of its own; the last two of eight share theirs with nobody.
    private int LengthOf(int file)
    {
        int pair = file / 2;
        return (file % 8) switch
        {
            >= 6 => 1_000 + Count + file,
            < 2 when file / 8 % 16 == 0 => LargeBytes + pair,
            _ => 1_000 + pair,
        };
    }

    private void Write(int file, int content, ReadOnlySpan<byte> bytes)
    {
        string folder = (file / PerFolder).ToString("D4", CultureInfo.InvariantCulture);
        string name = file.ToString("D6", CultureInfo.InvariantCulture);
        Directory.CreateDirectory(System.IO.Path.Combine(Root, folder));
        using var handle = File.OpenHandle(
            System.IO.Path.Combine(Root, folder, name), FileMode.CreateNew, FileAccess.Write);
        RandomAccess.Write(handle, bytes, 0);
        string key = content.ToString(CultureInfo.InvariantCulture);
        if (!_byContent.TryGetValue(key, out List<string>? group))
        {
            _byContent.Add(key, group = []);
        }

        group.Add($"{folder}/{name}");
    }
}
