using Doppel.Media;
using Doppel.Reports;
using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Random trees, judged by mapping every file whole and comparing all payloads.</summary>
public sealed class RandomMediaTests
{
    [Theory, InlineData(ProofDemand.Standard), InlineData(ProofDemand.Bytes)]
    public void Media_groups_of_random_trees_agree_with_comparing_all_payloads(ProofDemand proof)
    {
        int groups = 0;
        int notComparable = 0;
        int looser = 0;
        int told = 0;
        for (int i = 0; i < TestRun.Count(30, 5_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var tree = new RandomMedia(seed);
            MediaPolicy policy = seed % 2 == 0 ? MediaPolicy.Strict : MediaPolicy.Loose;
            FindOptions options = Search.Options(tree.Volume, "/r", "/s") with
            {
                Media = policy,
                Proof = proof,
                Uniques = true,
                Ladder = seed % 3 == 0 ? Ladder.Default with { SmallBytesMax = 0, FewCopiesMax = 2 } : Ladder.Default,
            };
            using FindResult result = Search.Run(options);
            Assert.True(MediaOracle.Groups(tree.Files, policy) == MediaOracle.Groups(result), $"seed {seed}");
            CheckNotComparable(tree, policy, result, seed);
            string? broken = MediaOracle.Broken(result).FirstOrDefault();
            Assert.True(broken is null, $"seed {seed}: {broken}");
            Assert.True(
                proof == ProofDemand.Standard || result.MediaGroups.All(group => group.Proof == Proof.Bytes),
                $"seed {seed}");
            using FindResult without = Search.Run(options with { Media = null });
            Assert.True(Search.Groups(without) == Search.Groups(result), $"seed {seed}");
            Assert.True(Search.Uniques(without) == Search.Uniques(result), $"seed {seed}");
            groups += (int)result.Summary.Media!.Groups;
            notComparable += (int)result.Summary.Media.NotComparable;
            int loose = policy == MediaPolicy.Strict ? MediaOracle.LooseGroups(tree.Files) : 0;
            Assert.True(result.Summary.Media.LooseGroups >= loose, $"seed {seed}: {loose} under loose");
            Assert.True(policy == MediaPolicy.Strict || result.Summary.Media.LooseGroups == 0, $"seed {seed}");
            looser += loose;
            told += (int)result.Summary.Media.LooseGroups;
            tree.Volume.Counters.AssertAllClosed();
        }

        Assert.True(groups > 50 && notComparable > 20, $"Only {groups} groups and {notComparable} were found.");
        Assert.True(looser > 10 && told < 3 * looser, $"{looser} under the loose policy, {told} promised");
    }

    [Fact]
    public void Groups_that_the_loose_policy_may_add_are_counted_without_another_read()
    {
        for (int i = 0; i < TestRun.Count(20, 2_000); i++)
        {
            // Both policies compare the same bytes of these files.
            int seed = i + TestRun.SeedOffset;
            long[] reads = [.. Enum.GetValues<MediaPolicy>().Select(policy =>
            {
                var tree = new RandomMedia(seed, hasBrightness: false);
                using FindResult result = Search.Run(
                    Search.Options(tree.Volume, "/r", "/s") with { Media = policy, Threads = 1 });
                return tree.Volume.Counters.Reads;
            })];
            Assert.True(reads[0] == reads[1], $"seed {seed}: {reads[0]} and {reads[1]} reads");
        }
    }

    [Fact]
    public void A_profile_that_one_of_two_photos_lacks_is_seen_behind_tags_of_any_length()
    {
        byte[] picture = Search.Random(1, 400_000);
        for (int i = 0; i < TestRun.Count(100, 20_000); i++)
        {
            var random = new Random(i + TestRun.SeedOffset);
            int exif = random.Next(60_000);
            var volume = new MemoryVolume();
            volume.AddFile("/r/1.jpg", MediaFiles.Photo(picture, exif, []));
            volume.AddFile("/r/2.jpg", MediaFiles.Photo(picture, exif, Search.Random(i, random.Next(1, 60_000))));
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Media = MediaPolicy.Strict });
            Assert.True(result.Summary.Media is { Groups: 0, LooseGroups: 1 }, $"seed {i}: Exif of {exif} bytes");
        }
    }

    // What is damaged behind the beginning is seen only where another file begins alike.
    private static void CheckNotComparable(RandomMedia tree, MediaPolicy policy, FindResult result, int seed)
    {
        string[] told = [.. result.NotComparable.Select(MediaOracle.Show)];
        string[] atAGlance = MediaOracle.NotComparable(tree.Files, policy, MapDepth.Glance);
        string[] all = MediaOracle.NotComparable(tree.Files, policy, MapDepth.Whole);
        Assert.True(told.SequenceEqual(told.Order(StringComparer.Ordinal)), $"seed {seed}");
        Assert.True(atAGlance.All(told.Contains) && told.All(all.Contains), $"seed {seed}");
    }

    [Fact]
    public void Output_is_the_same_whatever_the_number_of_threads()
    {
        for (int seed = 1; seed <= TestRun.Count(5, 200); seed++)
        {
            var tree = new RandomMedia(seed);
            string[] all = [.. ((int[])[1, 2, 8]).Select(threads =>
            {
                FindOptions options = Search.Options(tree.Volume, "/r", "/s") with
                {
                    Media = MediaPolicy.Strict,
                    Threads = threads,
                };
                using FindResult result = Search.Run(options);
                return string.Join('\n', result.MediaGroups.Select(
                    group => $"{group.Digest} {group.Proof} {string.Join(' ', group.Copies.Select(
                        copy => $"{copy.Content}{copy.Copy.Names[0]}{copy.Tags.Count}"))}"));
            })];
            Assert.True(all[0] == all[1] && all[1] == all[2], $"seed {seed}");
        }
    }

    [Fact]
    public void Whichever_call_fails_what_is_reported_is_true_and_omissions_are_problems()
    {
        VolumeCall[] calls = [VolumeCall.OpenFile, VolumeCall.Read, VolumeCall.StatFile, VolumeCall.Stat];
        foreach (VolumeCall call in calls)
        {
            for (int first = 1; first <= TestRun.Count(10, 400); first++)
            {
                var tree = new RandomMedia(first);
                var volume = new FaultyVolume(tree.Volume, new Fault
                {
                    Call = call,
                    First = first,
                    Times = 1 + (first % 3),
                    Error = new Volumes.VolumeError(Volumes.VolumeErrorKind.InputOutput, 5),
                });
                using FindResult result = Search.Run(
                    Search.Options(volume, "/r", "/s") with { Media = MediaPolicy.Strict, Threads = 1 });
                string truth = MediaOracle.Groups(tree.Files, MediaPolicy.Strict);
                Assert.True(
                    result.Problems.Count > 0 || MediaOracle.Groups(result) == truth, $"{call} {first} is not told");
                foreach (ReportMediaGroup group in result.MediaGroups)
                {
                    string names = group.Copies[0].Copy.Names[0].ToString();
                    string line = truth.Split('\n').Single(line => line.Contains(names, StringComparison.Ordinal));
                    Assert.All(
                        group.Copies.SelectMany(copy => copy.Copy.Names),
                        name => Assert.Contains(name.ToString(), line, StringComparison.Ordinal));
                }

                volume.Counters.AssertAllClosed();
            }
        }
    }
}
