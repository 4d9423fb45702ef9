using Doppel.Testing;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Random trees, judged by comparing all folders with all.</summary>
public sealed class RandomFolderTests
{
    [Theory, InlineData(FolderMatching.ByName), InlineData(FolderMatching.ByContent)]
    public void Folders_of_random_trees_agree_with_comparing_all_with_all(FolderMatching matching)
    {
        int equal = 0;
        int contained = 0;
        int empty = 0;
        for (int i = 0; i < TestRun.Count(150, 5_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var tree = new RandomFolders(seed);
            using FindResult result = Search.Run(Search.Options(tree.Volume, RandomFolders.Roots) with
            {
                Folders = matching,
                Filter = EntryFilter.Default with { Exclude = [Glob.Parse("*.skip"u8)] },
            });
            equal += result.FolderGroups.Count;
            contained += result.ContainedFolders.Count;
            empty += result.EmptyFolders.Count;
            try
            {
                new FolderLaws(tree, matching, result).Check();
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"seed {seed}, {matching}: {failure.Message}", failure);
            }
        }

        Assert.True(equal > 25 && contained > 25 && empty > 25, $"Only {equal}, {contained}, {empty} were found.");
    }
}
