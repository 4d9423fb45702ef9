using Doppel.Benchmarks.S3Clients.Work;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>Reads from a trace what one step of the last round allocated, object by object.</summary>
internal static class AllocationTrace
{
    /// <summary>
    /// What has to be recorded from the start of the process on: each object with its stack, since the keywords for
    /// many and for few samples together stand for all, and the names of types.
    /// </summary>
    public const string Providers =
        "Microsoft-Windows-DotNETRuntime:0x8002200000:5," + BenchEvents.SourceName + ":0xFFFFFFFFFFFFFFFF:5";

    // What allocates for whoever calls it.
    private static readonly string[] s_helpers =
        ["System.Runtime.CompilerServices.", "System.String.", "System.RuntimeType.", "System.Activator."];

    /// <summary>Reads it.</summary>
    /// <param name="file">A trace, ended.</param>
    /// <param name="step">The number of the step.</param>
    /// <param name="client">What the client's own namespaces begin with.</param>
    public static IReadOnlyList<AllocationSite> Read(string file, int step, string client)
    {
        string converted = TraceLog.CreateFromEventPipeDataFile(file);
        using var log = new TraceLog(converted);
        Dictionary<ulong, string> types = [];
        List<(ulong Type, string Place, string Caller, long Count, long Bytes)> objects = [];
        bool isInside = false;
        foreach (TraceEvent one in log.Events)
        {
            switch (one)
            {
                case TypeLoadStopTraceData type:
                    types[(ulong)type.TypeID] = type.TypeName;
                    break;
                case GCSampledObjectAllocationTraceData some when isInside:
                    (string place, string caller) = Where(one.CallStack(), client);
                    objects.Add(((ulong)some.TypeID, place, caller, some.ObjectCountForTypeSample, Rounded(some)));
                    break;
                default:
                    if (one.ProviderName == BenchEvents.SourceName && one.PayloadValue(0) is int number)
                    {
                        isInside = number == step;
                        if (isInside)
                        {
                            // Rounds before this one warmed up.
                            objects.Clear();
                        }
                    }

                    break;
            }
        }

        return
        [
            .. objects.GroupBy(one => (one.Type, one.Place, one.Caller)).Select(group => new AllocationSite(
                    AllocationNames.OfType(types.GetValueOrDefault(group.Key.Type, "?")), group.Key.Place,
                    group.Key.Caller, group.Sum(one => one.Count), group.Sum(one => one.Bytes)))
                .OrderByDescending(site => site.Bytes).ThenBy(site => site.Type, StringComparer.Ordinal)
                .ThenBy(site => site.Place, StringComparer.Ordinal),
        ];
    }

    // The heap gives whole words, and an object has three at least.
    private static long Rounded(GCSampledObjectAllocationTraceData some) =>
        Math.Max(24, (some.TotalSizeForTypeSample + 7) / 8 * 8);

    private static (string Place, string Caller) Where(TraceCallStack? stack, string client)
    {
        string place = "";
        for (; stack is not null; stack = stack.Caller)
        {
            string method = stack.CodeAddress.FullMethodName;
            if (place.Length == 0 && !s_helpers.Any(helper => method.StartsWith(helper, StringComparison.Ordinal)))
            {
                place = AllocationNames.OfMethod(method);
            }

            if (method.StartsWith(client, StringComparison.Ordinal))
            {
                return (place, AllocationNames.OfMethod(method));
            }
        }

        return (place, "");
    }
}
