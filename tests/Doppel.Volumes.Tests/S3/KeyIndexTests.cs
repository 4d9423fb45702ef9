using System.Globalization;
using System.Text;
using Doppel.S3;
using Doppel.S3.Server;

namespace Doppel.Volumes.Tests;

/// <summary>The index finds what a sorted list finds, and is small.</summary>
public sealed class KeyIndexTests
{
    private const int Million = 1_000_000;

    private static readonly DateTimeOffset s_time = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Any_keys_are_found_and_read_in_order_however_they_were_listed(bool ordered)
    {
        for (int seed = 1; seed <= 60; seed++)
        {
            var random = new Random(seed);
            string[] keys = [.. Enumerable.Range(0, random.Next(0, 90)).Select(_ => RandomKey(random)).Distinct()];
            string[] sorted = Sorted(keys);
            using var builder = new KeyIndexBuilder();
            foreach (string key in ordered ? sorted : keys)
            {
                Assert.True(Add(builder, key, key.Length));
            }

            using KeyIndex index = builder.ToIndex();
            Assert.Equal(sorted, Read(index));
            for (int round = 0; round < 200; round++)
            {
                string wanted = random.Next(2) == 0 && keys.Length > 0
                    ? keys[random.Next(keys.Length)]
                    : RandomKey(random);
                int expected = sorted.Count(key => Compare(key, wanted) < 0);
                int found = index.Find(Encoding.UTF8.GetBytes(wanted), out bool isEqual);
                Assert.True(
                    found == expected && isEqual == keys.Contains(wanted), $"seed {seed}: {wanted} is at {expected}");
            }

            for (int number = 0; number < index.Count; number++)
            {
                Assert.Equal(sorted[number].Length, index[number].Size);
                Assert.Equal(TagOf(sorted[number]), index.TagOf(number));
            }
        }
    }

    [Fact]
    public void The_later_of_two_entries_with_one_key_counts()
    {
        foreach (string[] keys in (string[][])[["a", "a", "b"], ["b", "a", "b"], ["a", "b", "a", "c"]])
        {
            using var builder = new KeyIndexBuilder();
            for (int i = 0; i < keys.Length; i++)
            {
                Assert.True(Add(builder, keys[i], i));
            }

            using KeyIndex index = builder.ToIndex();
            string[] sorted = Sorted([.. keys.Distinct()]);
            Assert.Equal(sorted, Read(index));
            for (int number = 0; number < sorted.Length; number++)
            {
                Assert.Equal(Array.LastIndexOf(keys, sorted[number]), index[number].Size);
            }
        }
    }

    [Fact]
    public void A_million_ordinary_keys_take_less_than_60_bytes_each()
    {
        using var builder = new KeyIndexBuilder();
        long keyBytes = 0;
        for (int number = 0; number < Million; number++)
        {
            byte[] key = Encoding.UTF8.GetBytes(GeneratedListing.KeyOf(number));
            keyBytes += key.Length;
            var tag = S3ETag.Parse(number.ToString("x32", CultureInfo.InvariantCulture));
            Assert.True(builder.Add(key, new S3ListedObject(number, s_time, tag, "STANDARD")));
        }

        using KeyIndex index = builder.ToIndex();
        double perObject = index.NativeBytes / (double)Million;
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{perObject:F1} bytes for each object, with keys of {keyBytes / Million} bytes");
        Assert.Equal(Million, index.Count);
        Assert.InRange(perObject, 36, 60);
    }

    [Fact]
    public void A_million_keys_have_a_million_inode_numbers()
    {
        var seen = new HashSet<ulong>(Million);
        for (int number = 0; number < Million; number++)
        {
            Assert.True(seen.Add(KeyNames.InodeOf(Encoding.UTF8.GetBytes(GeneratedListing.KeyOf(number)))));
        }
    }

    private static bool Add(KeyIndexBuilder builder, string key, long size) =>
        builder.Add(
            Encoding.UTF8.GetBytes(key),
            new S3ListedObject(size, s_time, S3ETag.Parse(TagOf(key)), StorageClass: null));

    // Every third is one that does not fit into 16 bytes, and every third of 16 bytes and a part count.
    private static string? TagOf(string key) => (key.Length % 4) switch
    {
        0 => $"\"opaque-{key.Length}\"",
        1 => $"\"{key.Length:x32}-{key.Length}\"",
        2 => $"\"f{key.Length:x31}\"",
        _ => null,
    };

    private static string RandomKey(Random random) => string.Concat(Enumerable.Range(0, random.Next(1, 12))
        .Select(_ => random.Next(40) == 0
            ? new string('l', random.Next(1, 400))
            : ((string[])["a", "b", "/", "0", "ä", "\U0001F600", "\uFFFD", "!"])[random.Next(8)]));

    private static string[] Sorted(string[] keys)
    {
        string[] sorted = [.. keys];
        Array.Sort(sorted, Compare);
        return sorted;
    }

    private static int Compare(string left, string right) =>
        Encoding.UTF8.GetBytes(left).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right));

    private static string[] Read(KeyIndex index)
    {
        var keys = new List<string>();
        var cursor = new KeyCursor(index, new byte[index.KeyBytesMax]);
        for (int number = 0; number < index.Count; number++)
        {
            if (number == 0)
            {
                cursor.MoveTo(0);
            }
            else
            {
                cursor.MoveNext();
            }

            keys.Add(Encoding.UTF8.GetString(cursor.Key));
        }

        return [.. keys];
    }
}
