using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Doppel.Acting;

namespace Doppel.Web;

/// <summary>Writes the answers of the API, which docs/ui-api.md describes, as JSON.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    Converters =
    [
        typeof(WordConverter<AlikeKind>), typeof(WordConverter<KeepRule>), typeof(WordConverter<RunStanding>),
    ])]
[JsonSerializable(typeof(StateView))]
[JsonSerializable(typeof(RowsView))]
[JsonSerializable(typeof(GroupView))]
[JsonSerializable(typeof(TagTable))]
[JsonSerializable(typeof(FactsView))]
[JsonSerializable(typeof(FolderMapView))]
[JsonSerializable(typeof(FolderGroupsView))]
[JsonSerializable(typeof(AlikeList))]
[JsonSerializable(typeof(AlikeView))]
[JsonSerializable(typeof(HistoryView))]
[JsonSerializable(typeof(UndoView))]
[JsonSerializable(typeof(ErrorView))]
internal sealed partial class AnswerJson : JsonSerializerContext
{
    /// <summary>Returns an answer as UTF-8.</summary>
    internal static byte[] Write<T>(T answer) =>
        JsonSerializer.SerializeToUtf8Bytes(answer, (JsonTypeInfo<T>)Default.GetTypeInfo(typeof(T))!);
}

/// <summary>A sentence about what went wrong.</summary>
internal sealed record ErrorView(string Error);
