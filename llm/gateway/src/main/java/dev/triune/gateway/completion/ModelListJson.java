/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.completion;

import dev.triune.gateway.http.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes models in OpenAI's format. */
final class ModelListJson {
    private ModelListJson() {}

    /**
     * Writes a list of models.
     *
     * @param created their creation time, in seconds since 1970
     */
    static ObjectNode list(List<ModelEntry> models, long created) {
        ObjectNode list = Json.object().put("object", "list");
        ArrayNode data = list.putArray("data");
        models.forEach(model -> data.add(one(model, created)));
        return list;
    }

    /** Writes one model. */
    static ObjectNode one(ModelEntry model, long created) {
        return Json.object()
                .put("id", model.id())
                .put("object", "model")
                .put("created", created)
                .put("owned_by", model.owner());
    }
}
