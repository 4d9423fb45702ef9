namespace Doppel.Lab;

/// <summary>The words for temperatures in text and JSON.</summary>
public static class TemperatureWord
{
    /// <summary>Returns the word for a temperature.</summary>
    public static string Of(Temperature temperature) => temperature switch
    {
        Temperature.Cold => "cold",
        Temperature.Warm => "warm",
        _ => "dropped",
    };
}
