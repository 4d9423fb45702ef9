using System.Diagnostics;
using Doppel.Testing.Trees;
using Microsoft.Win32.SafeHandles;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>What a catalog costs, in counts.</summary>
public sealed class CountTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly CountingFiles _files = new();

    private string Folder => $"{_tree.Folder}/catalog";

    private CatalogOptions Options => new() { Files = _files };

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Nothing_is_allocated_for_a_fact()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        ContentFact[] facts = [.. Enumerable.Range(0, 100_000).Select(i => Fact((ulong)(i * 7919L % 100_003)))];
        ContentQuery[] queries = [.. facts.Select(fact => Query(fact.Inode)).OrderBy(query => query.Inode)];
        int found = 0;
        FactVisitor visitor = (int _, in ContentFact _) => found++;
        catalog.Add(Disk, facts);
        catalog.Find(Disk, queries, visitor);
        (long added, long searched) = (long.MaxValue, long.MaxValue);

        // The least of some rounds: tables of the runtime itself may grow on any thread, once and by 96 KiB.
        for (int round = 0; round < 3; round++)
        {
            found = 0;
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < facts.Length; i++)
            {
                catalog.Add(Disk, facts.AsSpan(i, 1));
            }

            long between = GC.GetAllocatedBytesForCurrentThread();
            catalog.Find(Disk, queries, visitor);
            long after = GC.GetAllocatedBytesForCurrentThread();
            (added, searched) = (Math.Min(added, between - before), Math.Min(searched, after - between));
            Assert.InRange(found, 100_000, 400_000);
        }

        // Batches and files allocate: a little, whatever they hold.
        Assert.InRange(added, 0, 20_000);
        Assert.InRange(searched, 0, 20_000);
    }

    [Fact]
    public void A_few_files_are_found_in_a_large_catalog_by_reading_little()
    {
        const int Count = 1_300_000;
        var clock = Stopwatch.StartNew();
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            for (int i = 0; i < Count; i += 1000)
            {
                catalog.Add(
                    Disk, [.. Enumerable.Range(i, 1000).Select(j => Fact((ulong)(j * 7919L % 1_300_021)))]);
            }
        }

        TimeSpan added = clock.Elapsed;
        using ContentCatalog large = ContentCatalog.Open(Folder, Options);
        var random = new Random(1);
        ContentQuery[] queries = [.. Enumerable.Range(0, 100).Select(_ => random.Next(Count)).Distinct()
            .Select(inode => Query((ulong)inode))];
        HashSet<ContentFact> known = [.. Found(large, queries)];
        Assert.InRange(known.Count, 95, 100);
        int runs = Runs(Folder).Length;
        // For each query: a block, perhaps the next one, and a page of the index; for each run a few headers.
        Assert.InRange(_files.BytesRead, 1, 100 * (Segment.BlockBytes + 4104) + 100 * 1024);
        Assert.InRange(_files.Reads, 1, 350);
        clock.Restart();
        int found = 0;
        ContentQuery[] all = [.. Enumerable.Range(0, 1_300_021).Select(inode => Query((ulong)inode))];
        _files.BytesRead = 0;
        large.Find(Disk, all, (int _, in ContentFact _) => found++);
        Assert.Equal(Count, found);
        Assert.InRange(_files.BytesRead, 1, Count * 49L);
        TestContext.Current.TestOutputHelper?.WriteLine(
            $"{Count} facts added and merged to {runs} runs in {added}, found in {clock.Elapsed}");
    }

    [Fact]
    public void Merging_writes_each_fact_a_few_times()
    {
        const int Processes = 200;
        for (int i = 0; i < Processes; i++)
        {
            using ContentCatalog catalog = ContentCatalog.Open(Folder, Options);
            catalog.Add(
                Disk, [.. Enumerable.Range(i * 1000, 1000).Select(j => Fact((ulong)(j * 7919L % 200_003)))]);
        }

        // Once as it is added, and then log to the base 1.5 of 200 / 9 times at most.
        Assert.InRange(_files.BytesWritten, 1, Processes * 1000 * 49L * 9);
        Assert.InRange(Runs(Folder).Length, 1, 13);
    }

    [Fact]
    public void A_search_with_an_empty_catalog_reads_nothing()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder, Options);
        Assert.Empty(Found(catalog, [Query(1)]));
        Assert.Equal((0, 0), (_files.Reads, _files.BytesWritten));
    }

    private sealed class CountingFiles : CatalogFiles
    {
        public long BytesRead { get; set; }

        public int Reads { get; private set; }

        public long BytesWritten { get; private set; }

        internal override int Read(SafeFileHandle file, Span<byte> buffer, long at)
        {
            BytesRead += buffer.Length;
            Reads++;
            return base.Read(file, buffer, at);
        }

        internal override void Write(SafeFileHandle file, ReadOnlySpan<byte> bytes, long at)
        {
            BytesWritten += bytes.Length;
            base.Write(file, bytes, at);
        }
    }
}
