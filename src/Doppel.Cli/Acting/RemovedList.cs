using System.Text;
using System.Text.Json;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>
/// Appends a line of JSON to a file for each name that an action has removed, so that other programs can follow.
/// </summary>
/// <remarks>Each line is written as soon as the name is gone. Not thread-safe.</remarks>
internal sealed class RemovedList : IDisposable
{
    private readonly string _shown;
    private readonly FileStream _file;
    private readonly Dictionary<ReportName, PlanCopy> _tagged = [];

    /// <summary>Opens the file, and creates it if it does not exist.</summary>
    /// <param name="file">The file as <see cref="ByteText"/>.</param>
    /// <param name="groups">The plan.</param>
    /// <exception cref="UsageException">The file cannot be written.</exception>
    internal RemovedList(string file, IEnumerable<PlanGroup> groups)
    {
        _shown = Quote.Text(file);
        if (!ByteText.IsPlain(file))
        {
            throw new UsageException($"cannot write to {_shown}: the name is not UTF-8");
        }

        try
        {
            _file = new FileStream(file, new FileStreamOptions
            {
                Mode = FileMode.Append,
                Access = FileAccess.Write,
                Share = FileShare.Read,
                BufferSize = 0,
            });
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot write to {_shown}: {SystemText.Of(failure)}");
        }

        foreach (PlanCopy copy in groups.SelectMany(static group => group.Drop)
            .Where(static copy => copy.LostTags.Count + copy.AddedTags.Count > 0))
        {
            foreach (ReportName name in copy.Names)
            {
                _tagged[name] = copy;
            }
        }
    }

    /// <summary>Gets why a line could not be written, as a sentence; null if all were.</summary>
    internal string? Fault { get; private set; }

    public void Dispose() => _file.Dispose();

    /// <summary>Adds a name if it is gone and another one has its content.</summary>
    internal void Take(ActResult result)
    {
        bool isName = result is { IsLink: false, IsFolder: false, IsOfEmptiedFolder: false, IsLeftEmpty: false };
        if (!isName || result.Status != ActStatus.Done || result.Keeper.IsEmpty || Fault is not null)
        {
            return;
        }

        PlanCopy? tagged = _tagged.GetValueOrDefault(result.Name);
        string line = JsonLine.Of(json =>
        {
            json.WriteString("type", "removed");
            JsonLine.WriteName(json, "name", result.Name);
            JsonLine.WriteName(json, "keeper", result.Keeper);
            Write(json, "added_tags", tagged?.AddedTags ?? []);
            Write(json, "lost_tags", tagged?.LostTags ?? []);
        });
        try
        {
            _file.Write(Encoding.UTF8.GetBytes(line));
        }
        catch (IOException failure)
        {
            Fault = $"cannot write to {_shown}: {SystemText.Of(failure)}; the list is incomplete";
        }
    }

    private static void Write(Utf8JsonWriter json, string field, IReadOnlyList<ReportTag> tags)
    {
        if (tags.Count == 0)
        {
            return;
        }

        json.WriteStartObject(field);
        foreach (ReportTag tag in tags)
        {
            json.WriteStartArray(tag.Name);
            foreach (string value in tag.Values)
            {
                json.WriteStringValue(value);
            }

            json.WriteEndArray();
        }

        json.WriteEndObject();
    }
}
