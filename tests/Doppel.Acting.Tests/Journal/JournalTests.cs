using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What a journal holds, how much room it takes and how it is read.</summary>
public sealed class JournalTests
{
    [Fact]
    public void A_name_of_a_tree_of_pairs_takes_at_most_150_bytes()
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(20_000);
        long bytes = new FileInfo(tree.PathOf(id)).Length;
        Assert.True(bytes / 20_000.0 <= 150, $"{bytes / 20_000.0:f1} bytes a name");
    }

    [Fact]
    public void A_name_of_a_large_group_takes_far_less()
    {
        using var tree = new JournalTree();
        string id;
        using (JournalFolder journals = tree.Open())
        using (JournalWriter writer = journals.Begin(JournalTree.Run(ActionKind.HardLink)))
        {
            id = writer.Id;
            FileFacts facts = JournalTree.Facts(new Random(1), 5_000, 1_700_000_000);
            for (int i = 0; i < 1000; i++)
            {
                JournalIntent intent = JournalTree.Intent(
                    writer, $"/srv/b/{i:d16}", facts with { Inode = 6_000u + (ulong)i }, "/srv/a/keeper", facts);
                writer.Add(intent);
            }

            writer.Commit();
            for (int i = 0; i < 1000; i++)
            {
                writer.Add(new JournalOutcome(i, ActStatus.Done, "", new string('a', 64)));
            }

            writer.Commit();
        }

        long bytes = new FileInfo(tree.PathOf(id)).Length;
        Assert.True(bytes / 1000.0 <= 40, $"{bytes / 1000.0:f1} bytes a name");
    }

    public static TheoryData<int> Seeds { get; } = [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(20, 500))];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Intents_and_outcomes_are_read_back_as_they_were_written(int seed)
    {
        var random = new Random(seed);
        using var tree = new JournalTree();
        ActionKind action = Enum.GetValues<ActionKind>()[random.Next(6)];
        List<JournalIntent> intents = [];
        Dictionary<long, JournalOutcome> outcomes = [];
        using JournalFolder journals = tree.Open();
        string id;
        using (JournalWriter writer = journals.Begin(JournalTree.Run(action)))
        {
            id = writer.Id;
            for (int batch = 0; batch < random.Next(1, 5); batch++)
            {
                List<JournalIntent> added = RandomIntents.Make(random, writer, action, random.Next(1, 60));
                added.ForEach(writer.Add);
                writer.Commit();
                intents.AddRange(added);
                for (int commits = random.Next(1, 4); commits > 0; commits--)
                {
                    foreach (JournalIntent intent in intents.Where(_ => random.Next(3) == 0))
                    {
                        JournalOutcome outcome = RandomIntents.Outcome(random, intent.Number);
                        outcomes[intent.Number] = outcome;
                        writer.Add(outcome);
                    }

                    writer.Commit();
                }
            }
        }

        using JournalReader reader = journals.Read(id);
        Assert.False(reader.HasEnded);
        Assert.Equal(
            intents.Select(RandomIntents.Show),
            reader.Batches().SelectMany(static b => b.Intents).Select(RandomIntents.Show));
        Assert.Equal(
            Enumerable.Reverse(intents).Select(RandomIntents.Show),
            reader.BatchesFromLast().SelectMany(static b => b.Intents.Reverse()).Select(RandomIntents.Show));
        Assert.Equal(
            outcomes.Values.OrderBy(static o => o.Number),
            reader.Batches().SelectMany(static b => b.Outcomes.Values).OrderBy(static o => o.Number));
    }

    [Fact]
    public void A_copy_with_more_names_than_a_batch_holds_continues_in_the_next_batch()
    {
        using var tree = new JournalTree();
        using JournalFolder journals = tree.Open();
        using JournalWriter writer = journals.Begin(JournalTree.Run(ActionKind.Delete));
        FileFacts facts = JournalTree.Facts(new Random(1), 5_000, 1_700_000_000);
        for (int i = 0; i < 3000; i++)
        {
            writer.Add(JournalTree.Intent(writer, $"/b/{i}", facts, "/a/k", facts with { Inode = 1 }));
        }

        writer.Commit();
        using JournalReader reader = journals.Read(writer.Id);
        Assert.Equal([false, true, true], reader.Batches().Select(static batch => batch.IsContinued));
    }

    [Fact]
    public void A_journal_truncated_anywhere_holds_everything_before_the_cut()
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(6, batchPairs: 2);
        byte[] whole = File.ReadAllBytes(tree.PathOf(id));
        int head = Array.IndexOf(whole, (byte)'\n') + 1;
        for (int length = head; length <= whole.Length; length++)
        {
            File.WriteAllBytes(tree.PathOf(id), whole[..length]);
            using JournalFolder journals = tree.Open();
            using JournalReader reader = journals.Read(id);
            int lines = Encoding.UTF8.GetString(whole, head, length - head).Split('\n')[..^1]
                .Count(static line => !line.StartsWith("{\"type\":\"devices\"", StringComparison.Ordinal));
            Assert.Equal((lines + 1) / 2 * 2, lines == 7 ? 8 : 2 * reader.Batches().Count());
            Assert.Equal(length == whole.Length, reader.HasEnded);
            Assert.Equal(lines / 2 * 2, reader.ReadTotals().Done);
        }
    }

    [Fact]
    public void A_finished_run_is_identified_by_its_head_and_its_end()
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(2000);
        byte[] bytes = File.ReadAllBytes(tree.PathOf(id));
        bytes.AsSpan(2000, bytes.Length - 6000).Fill((byte)'x');
        File.WriteAllBytes(tree.PathOf(id), bytes);
        using JournalFolder journals = tree.Open();
        using JournalReader reader = journals.Read(id);
        Assert.True(reader.HasEnded);
        Assert.Equal(2000, reader.ReadTotals().Done);
        Assert.Throws<JournalException>(() => reader.Batches().Count());
    }

    // What is live at each batch, whatever was read before.
    [Fact]
    public void Reading_takes_no_more_memory_for_more_names()
    {
        int names = TestRun.Count(10_000, 200_000);
        long[] peaks = [PeakOf(names), PeakOf(2 * names)];
        Assert.True(peaks[1] < peaks[0] + (128 << 10), $"{peaks[0]} bytes, then {peaks[1]}");
        Assert.True(peaks[1] < 32 << 20, $"{peaks[1]} bytes");
    }

    [Fact]
    public void A_journal_beyond_2_GiB_is_read_from_both_ends()
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(1000, ends: false);
        byte[] first = File.ReadAllBytes(tree.PathOf(id));
        byte[] filler = Encoding.ASCII.GetBytes("{\"type\":\"note\",\"text\":\"" + new string('x', 1 << 20) + "\"}\n");
        using (FileStream file = File.Open(tree.PathOf(id), FileMode.Append))
        {
            for (long bytes = 0; bytes < (TestRun.IsFull ? 2_200L << 20 : 20 << 20); bytes += filler.Length)
            {
                file.Write(filler);
            }
        }

        using JournalFolder journals = tree.Open();
        using (JournalWriter writer = journals.Continue(id, DateTimeOffset.UnixEpoch))
        {
            FileFacts facts = JournalTree.Facts(new Random(1), 5_000, 1_700_000_000);
            writer.Add(JournalTree.Intent(writer, "/b/last", facts, "/a/k", facts));
            writer.Commit();
        }

        using JournalReader reader = journals.Read(id);
        Assert.Equal("/b/last", reader.BatchesFromLast().First().Intents[^1].Name.ToString());
        Assert.Equal(1001, reader.Batches().Sum(static batch => batch.Intents.Count));
        Assert.Equal(1000, reader.ReadTotals().Done);
        Assert.True(first.Length > 0);
    }

    [Fact]
    public void An_interrupted_run_continues_its_journal_with_the_next_number_and_correct_totals()
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(1000, ends: false);
        File.AppendAllText(tree.PathOf(id), "{\"type\":\"batch\",\"first\":7");
        using JournalFolder journals = tree.Open();
        Assert.Equal([id], journals.Unfinished());
        using (JournalWriter writer = journals.Continue(id, DateTimeOffset.UnixEpoch))
        {
            FileFacts facts = JournalTree.Facts(new Random(1), 5_000, 1_700_000_000);
            JournalIntent intent = JournalTree.Intent(writer, "/b/last", facts, "/a/k", facts);
            Assert.Equal(1000, intent.Number);
            writer.Add(intent);
            writer.Commit();
            writer.Add(new JournalOutcome(1000, ActStatus.Skipped, "why", ""));
            writer.Add(new JournalOutcome(3, ActStatus.Failed, "why", ""));
            writer.Add(JournalOutcome.Superseded(4));
            writer.AddEnd();
            writer.Commit();
        }

        using JournalReader reader = journals.Read(id);
        Assert.True(reader.HasEnded);
        Assert.Equal(new JournalTotals(998, 1, 1, 0, 0), reader.ReadTotals());
        Assert.Empty(journals.Unfinished());
        Assert.Contains("has ended", Assert.Throws<JournalException>(
            () => journals.Continue(id, DateTimeOffset.UnixEpoch)).Message);
    }

    [Fact]
    public void The_list_of_journals_suffices_to_find_the_run_of_a_temporary_name()
    {
        using var tree = new JournalTree();
        string[] ids = [tree.WritePairs(1), tree.WritePairs(1), tree.WritePairs(1)];
        using JournalFolder journals = tree.Open();
        string? RunOf(string name) => TemporaryName.TryGetRunDigits(
            Encoding.ASCII.GetBytes(name), out ReadOnlySpan<byte> digits)
            ? JournalFolder.RunOf(tree.Volume, new ReportName(tree.Folder), Encoding.ASCII.GetString(digits))
            : null;
        foreach (string id in ids)
        {
            string temporary;
            using (JournalReader reader = journals.Read(id))
            {
                temporary = reader.Batches().Single().Intents[0].Temporary;
                Assert.Equal(".doppel-" + id[^6..], temporary[..14]);
            }

            Assert.Equal(id, RunOf(temporary));
        }

        Assert.Null(RunOf("holiday.jpg"));
        Assert.Null(RunOf(".doppel-ffffff-00000000000000000000"));
        Assert.Equal(ids.Length, ids.Select(static id => id[^6..]).Distinct().Count());
    }

    [Theory]
    [InlineData(0x1B6, false)]
    [InlineData(0x190, false)]
    [InlineData(0x1A4, true)]
    [InlineData(0x180, true)]
    public void A_journal_that_others_may_write_is_refused(uint mode, bool isRead)
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(1);
        File.SetUnixFileMode(tree.PathOf(id), (UnixFileMode)mode);
        using JournalFolder journals = tree.Open();
        Assert.Equal(isRead, journals.TryRead(id, out JournalReader? reader, out string reason));
        reader?.Dispose();
        Assert.Equal(!isRead, reason.Contains("other users can write", StringComparison.Ordinal));
    }

    [Fact]
    public void A_folder_of_journals_that_others_may_write_to_is_refused()
    {
        using var tree = new JournalTree();
        tree.WritePairs(1);
        File.SetUnixFileMode(tree.Folder, (UnixFileMode)0x1FF);
        Assert.Contains(
            "other users can write", Assert.Throws<JournalException>(() => tree.Open()).Message);
    }

    [Fact]
    public async Task A_run_begins_although_others_look_at_the_journals()
    {
        using var tree = new JournalTree();
        tree.Open().Dispose();
        using var end = new CancellationTokenSource();
        Task[] readers = [.. Enumerable.Range(0, 2).Select(_ => Task.Run(() =>
        {
            while (!end.IsCancellationRequested)
            {
                JournalFolder.OpenForReading(new LinuxVolume(), new ReportName(tree.Folder)).Dispose();
                Thread.Yield();
            }
        }))];
        try
        {
            for (int i = 0; i < TestRun.Count(500, 10_000); i++)
            {
                tree.Open().Dispose();
            }
        }
        finally
        {
            await end.CancelAsync();
            await Task.WhenAll(readers);
        }
    }

    [Fact]
    public void A_journal_of_another_user_is_refused()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "only root can give a file away");
        using var tree = new JournalTree();
        string id = tree.WritePairs(1);
        using JournalFolder journals = tree.Open();
        Tool.Run("chown", "1234", tree.PathOf(id));
        Assert.False(journals.TryRead(id, out _, out string reason));
        Assert.Contains("belongs to user 1234", reason);
    }

    private static long PeakOf(int names)
    {
        using var tree = new JournalTree();
        string id = tree.WritePairs(names, batchPairs: 1000);
        using JournalFolder journals = tree.Open();
        using JournalReader reader = journals.Read(id);
        long before = GC.GetTotalMemory(forceFullCollection: true);
        long peak = 0;
        foreach (JournalBatch batch in reader.Batches().Concat(reader.BatchesFromLast()))
        {
            if (batch.Index % 10 == 0)
            {
                peak = Math.Max(peak, GC.GetTotalMemory(forceFullCollection: true) - before);
            }
        }

        return peak;
    }
}
