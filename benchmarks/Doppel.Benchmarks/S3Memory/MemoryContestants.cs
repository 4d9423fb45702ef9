using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Memory.Services;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>Who carries documents, ours first.</summary>
internal static class MemoryContestants
{
    private const string Sample = "Doppel.Documents";
    private const string Here = "Doppel.Benchmarks";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<MemoryContestant> All { get; } =
    [
        new("streamed", "Doppel.S3, streamed", Role.Ours, "documents", Sample),
        new("form", "Doppel.S3, form file", Role.Reference, "documents/form", Sample),
        new("sdk", "AWS SDK, streamed", Role.Rival, "documents", Here, DocumentService.Verb, SdkWay.Id),
        new("array", "whole file in a byte[]", Role.Rival, "documents", Here, DocumentService.Verb, ArrayWay.Id),
    ];
}
