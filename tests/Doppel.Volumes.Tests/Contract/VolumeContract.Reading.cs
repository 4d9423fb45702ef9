using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <content>Laws about reading, handles and threads.</content>
public abstract partial class VolumeContract
{
    private const int Threads = 32;

    [Fact]
    public void A_read_gives_any_part_of_a_file()
    {
        const int Seed = 20240607;
        var random = new Random(Seed);
        var content = new byte[70_001];
        random.NextBytes(content);
        _place.AddFile("file", content);
        FileHandle file = OpenFile(_root, "file");
        for (int round = 0; round < 300; round++)
        {
            int offset = random.Next(content.Length + 100);
            int length = round % 10 == 0 ? 0 : random.Next(1 << random.Next(1, 18));
            AssertPart(content, file, offset, length, $"seed {Seed}, round {round}: {length} at {offset}");
        }

        AssertPart(content, file, 0, content.Length, "whole");
        AssertPart(content, file, content.Length - 1, 2, "across the end");
        AssertPart(content, file, content.Length, 1, "at the end");
        AssertPart(content, file, 1L << 40, 10, "far beyond the end");
        Volume.Close(file);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4_096)]
    [InlineData(70_001)]
    public void A_file_read_in_one_call_has_the_expected_size_or_shows_another(int size)
    {
        byte[] content = new byte[size];
        new Random(size).NextBytes(content);
        _place.AddFile("file", content);

        // Expected one byte shorter, of the right size, and one byte longer: the buffer has room for one byte more. Of
        // a file that is expected to be empty, nothing need be read.
        foreach (int expected in (int[])[Math.Max(1, size - 1), size, size + 1])
        {
            byte[] buffer = new byte[expected + 1];
            AssertOk(Volume.ReadAtOnce(_root, "file"u8, buffer, out int read));
            Assert.Equal(Math.Min(size, buffer.Length), read);
            Assert.Equal(content[..read], buffer[..read]);
        }

        Assert.True(Volume.ReadAtOnce(_root, "none"u8, new byte[2], out int none).Failed);
        Assert.Equal(-1, none);
    }

    [Fact]
    public void An_empty_file_reads_as_nothing()
    {
        _place.AddFile("empty", "");
        FileHandle file = OpenFile(_root, "empty");
        AssertPart([], file, 0, 10, "empty");
        AssertPart([], file, 0, 0, "nothing of nothing");
        Volume.Close(file);
    }

    [Fact]
    public void A_file_opened_twice_has_two_handles()
    {
        _place.AddFile("file", "abc");
        FileHandle first = OpenFile(_root, "file");
        FileHandle second = OpenFile(_root, "file");
        Assert.NotEqual(first, second);
        Volume.Close(first);
        AssertPart("abc"u8.ToArray(), second, 0, 3, "the other is open");
        Volume.Close(second);
    }

    [Fact]
    public void Handles_are_given_back_by_closing()
    {
        _place.AddFolder("folder");
        _place.AddFile("folder/file", "abc");
        for (int round = 0; round < 3_000; round++)
        {
            FolderHandle folder = OpenFolder(_root, "folder");
            FileHandle file = OpenFile(folder, "file");
            Volume.Close(folder);
            Volume.Close(file);
        }

        AssertKind(VolumeErrorKind.Vanished, TryOpenFile(_root, "missing"));
        AssertKind(VolumeErrorKind.Changed, TryOpenFile(_root, "folder"));
    }

    [Fact]
    public void Threads_may_share_a_handle_and_open_and_close_their_own()
    {
        const int Rounds = 40;
        var content = new byte[100_000];
        new Random(2).NextBytes(content);
        _place.AddFolder("folder");
        _place.AddFile("folder/shared", content);
        for (int i = 0; i < Threads; i++)
        {
            _place.AddFile($"folder/own{i:D2}", $"content {i:D2}");
        }

        FolderHandle folder = OpenFolder(_root, "folder");
        FileHandle shared = OpenFile(folder, "shared");
        OnThreads(number =>
        {
            var random = new Random(number);
            for (int round = 0; round < Rounds; round++)
            {
                AssertPart(content, shared, random.Next(content.Length), random.Next(5_000), $"thread {number}");
                Assert.Equal(((Bytes)$"content {number:D2}").Span, ReadWhole(folder, $"own{number:D2}"));
            }
        });
        Volume.Close(shared);
        Volume.Close(folder);
    }

    [Fact]
    public void Threads_may_list_one_folder_at_the_same_time_through_handles_of_their_own()
    {
        const int Files = 700;
        for (int i = 0; i < Files; i++)
        {
            _place.AddFile($"a-file-with-a-name-that-fills-the-buffer-{i:D4}", "x");
        }

        OnThreads(_ =>
        {
            for (int round = 0; round < 2; round++)
            {
                FolderHandle own = OpenFolder(_root, "");
                EntryCollector listed = EntryCollector.List(Volume, own, FactFields.None);
                Volume.Close(own);
                Assert.Equal(Files, listed.Entries.Select(entry => entry.Name).Distinct().Count());
                Assert.Equal(Files, listed.Entries.Count);
            }
        });
    }

    private protected static void OnThreads(Action<int> code)
    {
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        using var start = new Barrier(Threads);
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(number => new Thread(() =>
        {
            try
            {
                start.SignalAndWait();
                code(number);
            }
            catch (Exception exception)
            {
                failures.Enqueue(exception);
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Empty(failures);
    }

    private protected void AssertPart(byte[] content, FileHandle file, long offset, int length, string what)
    {
        var buffer = new byte[length];
        AssertOk(Volume.Read(file, offset, buffer, out int read));
        int from = (int)Math.Min(offset, content.Length);
        ReadOnlySpan<byte> expected = content.AsSpan(from, Math.Min(length, content.Length - from));
        Assert.True(expected.SequenceEqual(buffer.AsSpan(0, read)), $"{what}: {read} bytes read");
    }
}
